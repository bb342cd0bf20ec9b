import { filterGroup } from '@quarry/filters';
import { z } from 'zod';
import { companyId } from './companies.ts';
import { deepPreviewColumn } from './data-block-configs.ts';
import { endpoint } from './endpoint.ts';
import { executionAnswer } from './execution.ts';
import { dataBlockConfig, fieldType, fieldValue } from './schema-field.ts';

const access = { kind: 'client', feature: 'markets' } as const;
const count = z.number().int().nonnegative();
const marketId = z.string().min(1).max(100);

export const MARKET_NAME_MAX = 255;
export const MARKETS_PAGE_SIZE = 10;
/** The most companies that a preview shows. */
export const MARKET_PREVIEW_ROWS = 20;
/** With more rules than this, a market is only counted as a whole. */
export const MAX_COUNTED_RULES = 100;

export const marketName = z
  .string()
  .trim()
  .min(1, 'Please provide a name for this market')
  .max(MARKET_NAME_MAX, `A name can have at most ${MARKET_NAME_MAX} characters`);

/** A set of target companies in the universe. */
export const market = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  isPublished: z.boolean(),
  isLive: z.boolean(),
  isPendingReview: z.boolean(),
  hasUnpublishedChanges: z.boolean(),
  /** The criteria as last saved. */
  draftMarketCriteria: filterGroup,
  /** Incremented by each save of the criteria and each edit of a config that they use. */
  draftVersion: z.number().int(),
  /** The published criteria; null for a draft. */
  criteria: filterGroup.nullable(),
  /** The configs that the draft uses, in their current state. */
  dataBlockConfigs: z.array(dataBlockConfig),
  /** The pending request for publishing. */
  publishRequest: z
    .object({ isLive: z.boolean(), requestedBy: z.string().nullable(), requestedAt: z.string() })
    .nullable(),
  publishedAt: z.string().nullable(),
  /** Companies that the market has added to the dataset, and those that the company limit withholds. */
  sourcing: z.object({
    isWaiting: z.boolean(),
    companiesAdded: count,
    companiesWithheld: count,
    lastSourcedAt: z.string().nullable(),
  }),
});
export type Market = z.infer<typeof market>;

/** The account's markets, newest first; `searchTerm` matches parts of names. */
export const listMarkets = endpoint({
  method: 'GET',
  path: '/app/markets/items',
  summary: 'The markets of the account',
  access,
  audit: false,
  isCompressed: true,
  query: z.object({
    searchTerm: z.string().max(MARKET_NAME_MAX).default(''),
    limit: z.coerce.number().int().min(1).max(1000).default(1000),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(market), count }),
});

export const getMarket = endpoint({
  method: 'GET',
  path: '/app/markets/items/:marketId',
  summary: 'One market',
  access,
  audit: false,
  isCompressed: true,
  params: z.object({ marketId }),
  output: z.object({ item: market }),
});

/** Creates a market as a draft. Its rules must be valid; names are unique ignoring case. */
export const createMarket = endpoint({
  method: 'POST',
  path: '/app/markets/items',
  summary: 'Create a market',
  access,
  audit: 'market.created',
  body: z.object({ name: marketName, draftMarketCriteria: filterGroup }),
  output: z.object({ item: market }),
});

/**
 * Saves a market's name, criteria or both. Saved criteria count as unpublished changes. With `baseVersion`, a save fails
 * with RESOURCE_OUT_OF_SYNC instead of overwriting criteria that someone else has saved since.
 */
export const updateMarket = endpoint({
  method: 'PUT',
  path: '/app/markets/items/:marketId',
  summary: 'Save a market',
  access,
  audit: 'market.saved',
  params: z.object({ marketId }),
  body: z.object({
    name: marketName.optional(),
    draftMarketCriteria: filterGroup.optional(),
    baseVersion: z.number().int().optional(),
  }),
  output: z.object({ item: market }),
});

/** Deletes a market that was never published. */
export const deleteMarket = endpoint({
  method: 'DELETE',
  path: '/app/markets/items/:marketId',
  summary: 'Delete a market',
  access,
  audit: 'market.deleted',
  params: z.object({ marketId }),
  output: z.object({ id: z.string() }),
});

/** Requests publishing of the saved draft. */
export const requestMarketPublish = endpoint({
  method: 'POST',
  path: '/app/markets/items/:marketId/request-publish',
  summary: 'Ask for a market to be published',
  access,
  audit: 'market.publish-requested',
  params: z.object({ marketId }),
  body: z.object({ isLive: z.boolean() }),
  output: z.object({ item: market }),
});

/** Approves the pending request for the reviewed draft version and starts sourcing. */
export const publishMarket = endpoint({
  method: 'POST',
  path: '/app/markets/items/:marketId/publish',
  summary: 'Approve the publishing of a market',
  access: { ...access, staffPermission: 'VIEW_ANY_ACCOUNT' },
  audit: 'market.published',
  params: z.object({ marketId }),
  body: z.object({ draftVersion: z.number().int() }),
  output: z.object({ item: market, jobId: z.string() }),
});

/** Checks that a name is free; a market's own name counts as free. */
export const validateMarketName = endpoint({
  method: 'POST',
  path: '/app/markets/validate-market-name',
  summary: 'Check that a market’s name is free',
  access,
  audit: false,
  body: z.object({ marketName, marketId: marketId.nullish() }),
  output: z.object({ isValid: z.boolean() }),
});

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
