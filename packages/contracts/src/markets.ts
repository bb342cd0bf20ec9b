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

/** The longest name of a market. */
export const MARKET_NAME_MAX = 255;
/** Rows on one page of the markets list. */
export const MARKETS_PAGE_SIZE = 10;
/** The most companies that a preview shows. */
export const MARKET_PREVIEW_ROWS = 20;
/** The most rules for which a market's count is taken apart. */
export const MAX_COUNTED_RULES = 100;

/** The name of a market. */
export const marketName = z
  .string()
  .trim()
  .min(1, 'Please provide a name for this market')
  .max(MARKET_NAME_MAX, `A name can have at most ${MARKET_NAME_MAX} characters`);

/** A set of target companies over the whole universe. */
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
  /** Rises with each save of the criteria and with each edit of a configuration that they use. */
  draftVersion: z.number().int(),
  /** The published criteria; null while it is a draft. */
  criteria: filterGroup.nullable(),
  /** The configurations that the draft uses, as they are now. */
  dataBlockConfigs: z.array(dataBlockConfig),
  /** What the waiting request asks for; null when none waits. */
  publishRequest: z
    .object({ isLive: z.boolean(), requestedBy: z.string().nullable(), requestedAt: z.string() })
    .nullable(),
  publishedAt: z.string().nullable(),
  /** What the market has brought into the dataset so far, and what the company limit keeps out. */
  sourcing: z.object({
    isWaiting: z.boolean(),
    companiesAdded: count,
    companiesWithheld: count,
    lastSourcedAt: z.string().nullable(),
  }),
});
/** A set of target companies over the whole universe. */
export type Market = z.infer<typeof market>;

/** The markets of the account, newest first; `searchTerm` finds parts of names. */
export const listMarkets = endpoint({
  method: 'GET',
  path: '/app/markets/items',
  summary: 'The markets of the account',
  access,
  audit: false,
  query: z.object({
    searchTerm: z.string().max(MARKET_NAME_MAX).default(''),
    limit: z.coerce.number().int().min(1).max(1000).default(1000),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(market), count }),
});

/** One market. */
export const getMarket = endpoint({
  method: 'GET',
  path: '/app/markets/items/:marketId',
  summary: 'One market',
  access,
  audit: false,
  params: z.object({ marketId }),
  output: z.object({ item: market }),
});

/** Saves a new market as a draft. Its rules must be valid; names are unique ignoring case. */
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
 * Saves a market's name, its criteria, or both. Saving criteria marks it as having unpublished changes. With
 * `baseVersion`, criteria that somebody else saved meanwhile are not overwritten: RESOURCE_OUT_OF_SYNC.
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

/** Asks for the saved draft to be published. */
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

/** Approves the waiting request for the draft that was looked at, and starts to source. */
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

/** Whether a name is free; a market's own name is. */
export const validateMarketName = endpoint({
  method: 'POST',
  path: '/app/markets/validate-market-name',
  summary: 'Whether a market’s name is free',
  access,
  audit: false,
  body: z.object({ marketName, marketId: marketId.nullish() }),
  output: z.object({ isValid: z.boolean() }),
});

/** Criteria that need not be saved, with the configurations that they use. */
const unsavedCriteria = z.object({
  marketCriteria: filterGroup,
  dynamicDataBlockConfigs: z.array(dataBlockConfig).max(1000).default([]),
});
/** Criteria that need not be saved, with the configurations that they use. */
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
/** A column of a preview. */
export type PreviewField = z.infer<typeof previewField>;

const previewPart = z.object({
  schema: z.array(previewField),
  /** The best companies by stored quality, keyed by `fieldName`. */
  previewData: z.array(z.record(z.string(), fieldValue)),
  /** Null when only net-new companies were asked for. */
  totalCompanies: count.nullable(),
  totalNetNewCompanies: count,
});
/** All companies of a market, or its net-new ones: the best of them and the exact counts. */
export type MarketPreviewPart = z.infer<typeof previewPart>;

/** What a preview found. */
export const marketPreviewResult = z.object({
  /** Null when only net-new companies were asked for. */
  allCompanies: previewPart.nullable(),
  netNew: previewPart,
});
/** What a preview found. */
export type MarketPreviewResult = z.infer<typeof marketPreviewResult>;

// The wizard for new data points looks at the universe with the same calls.
const previewAccess = { kind: 'client', feature: 'dataBlockConfigs' } as const;

/** Starts a preview; the token is polled about every second, at least every 120 s. */
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

/** How far a preview is, and what it found. */
export const readMarketPreview = endpoint({
  method: 'GET',
  path: '/app/markets/preview/:token',
  summary: 'The state and result of a preview',
  access: previewAccess,
  audit: false,
  params: z.object({ token }),
  output: executionAnswer(z.object({ result: marketPreviewResult })),
});

/** Ends a preview that is no longer wanted. */
export const abortMarketPreview = endpoint({
  method: 'DELETE',
  path: '/app/markets/preview/:token',
  summary: 'Abort a preview',
  access: previewAccess,
  audit: false,
  params: z.object({ token }),
  output: z.object({ status: z.string() }),
});

/** Counts while criteria are edited: how many match, and what each rule does to that. Ends with its request. */
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
    /** In reading order; empty when there are more than MAX_COUNTED_RULES rules. */
    rules: z.array(
      z.object({
        ruleId: z.string(),
        /** Companies that would match without the rule. */
        withoutRule: count,
        /** Of these, those for which nothing is known about the rule's data point. */
        unknown: count,
      }),
    ),
  }),
});

/** Why a company is in a market or not: each rule with the company's value and the verdict. */
export const explainMarketCompany = endpoint({
  method: 'POST',
  path: '/app/markets/explain',
  summary: 'Why a company matches criteria or not',
  access,
  audit: false,
  body: unsavedCriteria.extend({ companyId }),
  output: z.object({
    isMatch: z.boolean(),
    isNetNew: z.boolean(),
    /** Whether the company fulfils what every sourced company must. */
    meetsMandatoryRules: z.boolean(),
    rules: z.array(
      z.object({
        ruleId: z.string(),
        value: fieldValue,
        /** `unknown`: no value, and the rule does not hold for it. */
        verdict: z.enum(['matches', 'fails', 'unknown']),
      }),
    ),
    groups: z.array(z.object({ groupId: z.string(), isMatch: z.boolean() })),
  }),
});
