import { filterGroup } from '@quarry/filters';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dataBlockConfig } from './schema-field.ts';

const access = { kind: 'client', feature: 'markets' } as const;
const count = z.number().int().nonnegative();
const marketId = z.string().min(1).max(100);

export const MARKET_NAME_MAX = 255;
export const MARKETS_PAGE_SIZE = 10;

export const marketName = z
  .string()
  .trim()
  .min(1, 'Please provide a name for this market')
  .max(MARKET_NAME_MAX, `A name can have at most ${MARKET_NAME_MAX} characters`);

/** How a request to publish ended. */
export const REVIEW_OUTCOMES = ['APPROVED', 'DECLINED', 'WITHDRAWN'] as const;
export const REVIEW_NOTE_MAX = 1000;

/** A set of target companies in the universe. */
export const market = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  isPublished: z.boolean(),
  isLive: z.boolean(),
  /** It was live until someone paused it, and can be resumed. */
  isPaused: z.boolean(),
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
  /** How the last request ended; null while one waits. */
  lastReview: z
    .object({ outcome: z.enum(REVIEW_OUTCOMES), by: z.string(), at: z.string(), note: z.string().nullable() })
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

/** The `requestedAt` of the request that the reviewer saw; another one is refused with RESOURCE_OUT_OF_SYNC. */
const seenRequest = z.iso.datetime();

/** Approves the pending request for the reviewed draft version and starts sourcing. */
export const publishMarket = endpoint({
  method: 'POST',
  path: '/app/markets/items/:marketId/publish',
  summary: 'Approve the publishing of a market',
  access: { ...access, staffPermission: 'VIEW_ANY_ACCOUNT' },
  audit: 'market.published',
  params: z.object({ marketId }),
  body: z.object({ draftVersion: z.number().int(), requestedAt: seenRequest.optional() }),
  output: z.object({ item: market, jobId: z.string() }),
});

/** Declines the pending request. The draft stays as it is; the requester reads the note. */
export const declineMarketPublish = endpoint({
  method: 'POST',
  path: '/app/markets/items/:marketId/decline-publish',
  summary: 'Decline the publishing of a market',
  access: { ...access, staffPermission: 'VIEW_ANY_ACCOUNT' },
  audit: 'market.publish-declined',
  params: z.object({ marketId }),
  body: z.object({
    note: z
      .string()
      .trim()
      .min(1, 'Please say why, so that it can be changed')
      .max(REVIEW_NOTE_MAX, `A note can have at most ${REVIEW_NOTE_MAX} characters`),
    requestedAt: seenRequest,
  }),
  output: z.object({ item: market }),
});

/** Withdraws the pending request: its requester's own, or anyone's for administrators. */
export const withdrawMarketPublish = endpoint({
  method: 'POST',
  path: '/app/markets/items/:marketId/withdraw-publish',
  summary: 'Withdraw the request to publish a market',
  access,
  audit: 'market.publish-withdrawn',
  params: z.object({ marketId }),
  output: z.object({ item: market }),
});

/** Keeps a live market from adding companies, until it is resumed or published again. */
export const pauseMarket = endpoint({
  method: 'POST',
  path: '/app/markets/items/:marketId/pause',
  summary: 'Pause adding companies of a live market',
  access: { ...access, permission: 'ADMIN' },
  audit: 'market.paused',
  params: z.object({ marketId }),
  output: z.object({ item: market }),
});

/** Makes a paused market live again. It needs no approval, since its published criteria are the same. */
export const resumeMarket = endpoint({
  method: 'POST',
  path: '/app/markets/items/:marketId/resume',
  summary: 'Resume adding companies of a paused market',
  access: { ...access, permission: 'ADMIN' },
  audit: 'market.resumed',
  params: z.object({ marketId }),
  output: z.object({ item: market }),
});

const words = z.array(z.string());

/** A request to publish that waits for approval, with what would change in plain language. */
export const marketRequest = z.object({
  marketId: z.string(),
  name: z.string(),
  clientName: z.string(),
  requestedBy: z.string().nullable(),
  requestedAt: z.string(),
  isLive: z.boolean(),
  draftVersion: z.number().int(),
  /** The criteria as they would be. */
  proposed: z.string(),
  /** The criteria as they are; null for a draft. */
  published: z.object({ criteria: z.string(), isLive: z.boolean() }).nullable(),
  /** Conditions that come, and that go; empty for a draft. */
  added: words,
  removed: words,
  /** What else changes, one sentence each. */
  otherChanges: words,
});
export type MarketRequest = z.infer<typeof marketRequest>;

/** The requests of all accounts that wait for approval, oldest first. */
export const listMarketRequests = endpoint({
  method: 'GET',
  path: '/admin/market-requests',
  summary: 'The requests to publish markets that wait for approval',
  access: { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' },
  audit: false,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(marketRequest), count }),
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
