import { filterGroup } from '@quarry/filters';
import { z } from 'zod';
import { companyId } from './companies.ts';
import { deepPreviewColumn } from './data-block-configs.ts';
import { endpoint } from './endpoint.ts';
import { executionAnswer } from './execution.ts';
import { dataBlockConfig, fieldType, fieldValue } from './schema-field.ts';

const access = { kind: 'client', feature: 'markets' } as const;
const count = z.number().int().nonnegative();

/** The most companies that a preview shows. */
export const MARKET_PREVIEW_ROWS = 20;
/** With more rules than this, a market is only counted as a whole. */
export const MAX_COUNTED_RULES = 100;

/** Criteria that need not be saved, with the configs that they use. */
const unsavedCriteria = z.object({
  marketCriteria: filterGroup,
  dynamicDataBlockConfigs: z.array(dataBlockConfig).max(1000).default([]),
});
export type UnsavedCriteria = z.infer<typeof unsavedCriteria>;

/** A column of a preview. */
export const previewField = z.object({
  /** `block/field`, or `block/field#configId`. */
  fieldName: z.string(),
  displayName: z.string(),
  description: z.string(),
  type: fieldType,
  dataBlockName: z.string(),
  configId: z.string().nullable(),
  deepPreviewSchema: z.array(deepPreviewColumn).nullable(),
});
export type PreviewField = z.infer<typeof previewField>;

const previewPart = z.object({
  schema: z.array(previewField),
  /** The best companies by quality score, keyed by `fieldName`. */
  previewData: z.array(z.record(z.string(), fieldValue)),
  /** Null if only net-new companies were requested. */
  totalCompanies: count.nullable(),
  totalNetNewCompanies: count,
});
/** The best companies and exact counts, of all matches or of the net-new ones. */
export type MarketPreviewPart = z.infer<typeof previewPart>;

export const marketPreviewResult = z.object({
  /** Null if only net-new companies were requested. */
  allCompanies: previewPart.nullable(),
  netNew: previewPart,
});
export type MarketPreviewResult = z.infer<typeof marketPreviewResult>;

// The data point wizard uses the same endpoints.
const previewAccess = { kind: 'client', feature: 'dataBlockConfigs' } as const;

/** Starts a preview. Poll the token about every second; without a poll for 120 s, the preview ends. */
export const startMarketPreview = endpoint({
  method: 'POST',
  path: '/app/markets/preview',
  summary: 'Start a preview of criteria',
  access: previewAccess,
  audit: false,
  body: unsavedCriteria.extend({ previewNetNewOnly: z.boolean().default(false) }),
  output: z.object({ token: z.string() }),
});

const token = z.string().min(1).max(100);

export const readMarketPreview = endpoint({
  method: 'GET',
  path: '/app/markets/preview/:token',
  summary: 'The state and result of a preview',
  access: previewAccess,
  audit: false,
  isCompressed: true,
  params: z.object({ token }),
  output: executionAnswer(z.object({ result: marketPreviewResult })),
});

export const abortMarketPreview = endpoint({
  method: 'DELETE',
  path: '/app/markets/preview/:token',
  summary: 'Abort a preview',
  access: previewAccess,
  audit: false,
  params: z.object({ token }),
  output: z.object({ status: z.string() }),
});

/** Counts matches in total and without each rule, while criteria are edited. Aborting the request stops it. */
export const countMarket = endpoint({
  method: 'POST',
  path: '/app/markets/counts',
  summary: 'Exact counts of criteria, rule by rule',
  access,
  audit: false,
  body: unsavedCriteria,
  output: z.object({
    totalCompanies: count,
    totalNetNewCompanies: count,
    /** In reading order; empty for more than MAX_COUNTED_RULES rules. */
    rules: z.array(
      z.object({
        ruleId: z.string(),
        /** Companies that would match without the rule. */
        withoutRule: count,
        /** How many of these have no value for the rule's data point. */
        unknown: count,
      }),
    ),
  }),
});

/** Explains why a company matches or not: each rule with the company's value and the verdict. */
export const explainMarketCompany = endpoint({
  method: 'POST',
  path: '/app/markets/explain',
  summary: 'Explain why a company matches criteria or not',
  access,
  audit: false,
  body: unsavedCriteria.extend({ companyId }),
  output: z.object({
    isMatch: z.boolean(),
    isNetNew: z.boolean(),
    meetsMandatoryRules: z.boolean(),
    rules: z.array(
      z.object({
        ruleId: z.string(),
        value: fieldValue,
        /** `unknown`: the company has no value, so the rule fails. */
        verdict: z.enum(['matches', 'fails', 'unknown']),
      }),
    ),
    groups: z.array(z.object({ groupId: z.string(), isMatch: z.boolean() })),
  }),
});
