import { filterGroup } from '@quarry/filters';
import { z } from 'zod';
import { companyRow } from './companies.ts';
import { endpoint } from './endpoint.ts';
import { persona } from './personas.ts';

const access = { kind: 'client' } as const;
const count = z.number().int().nonnegative();
export const segmentId = z.string().min(1).max(100);
const oneSegment = z.object({ segmentId });

export const SEGMENT_NAME_MAX = 255;
export const SEGMENTS_PAGE_SIZE = 25;
/** The most segments that one call lists; an account can have more. */
export const MAX_LISTED_SEGMENTS = 1_000;
export const MAX_EXCLUDED_SEGMENTS = 1_000;
export const MAX_INCLUDED_DOMAINS = 5_000;
export const MAX_EXCLUDED_DOMAINS = 2_000;
export const DEFAULT_SEGMENT_LIMIT = 100;
/** The most companies that a preview shows. */
export const SEGMENT_PREVIEW_ROWS = 50;
export const SEGMENT_COMPANIES_PAGE_SIZE = 50;
/** The days that the counters of recent changes look back. */
export const RECENT_CHANGE_DAYS = 7;
/** The order that draws companies by lot, the same ones each time. */
export const RANDOM_ORDER = '__random';

export const segmentName = z
  .string()
  .trim()
  .min(1, 'Please provide a name for the segment')
  .max(SEGMENT_NAME_MAX, `A name can have at most ${SEGMENT_NAME_MAX} characters`);

/** Domains or web addresses as people paste them; blank lines are dropped. */
const domainList = (max: number) =>
  z
    .array(z.string().trim().max(2_000))
    .transform((domains) => [...new Set(domains.filter((domain) => domain !== ''))])
    .pipe(z.array(z.string()).max(max, 'Too many domains'))
    .default([]);

/** How many companies to take, in which order; RANDOM_ORDER or the name of a column. */
export const limitOptions = z.object({
  limit: z.number().int().min(1).max(10_000_000).default(DEFAULT_SEGMENT_LIMIT),
  orderBy: z.string().min(1).max(255).default(RANDOM_ORDER),
  orderDirection: z.enum(['asc', 'desc']).default('desc'),
});
export type LimitOptions = z.output<typeof limitOptions>;

/** What decides which companies a segment has. */
export const segmentDefinition = z.object({
  filters: filterGroup.nullable().default(null),
  /** If there are any domains, only these companies. */
  inclusions: z.object({ domains: domainList(MAX_INCLUDED_DOMAINS) }).default({ domains: [] }),
  /** Never these companies, nor the active ones of these segments. */
  exclusions: z
    .object({
      domains: domainList(MAX_EXCLUDED_DOMAINS),
      segmentIds: z.array(segmentId).max(MAX_EXCLUDED_SEGMENTS).default([]),
    })
    .default({ domains: [], segmentIds: [] }),
  /** Null takes all. */
  limitOptions: limitOptions.nullable().default(null),
});
export type SegmentDefinition = z.output<typeof segmentDefinition>;

const tableOptions = z.object({
  /** Field names in the order of the segment's table; null for the columns that the filters use. */
  selectedColumns: z.array(z.string().min(1).max(255)).max(200).nullable().default(null),
});

/** `ERROR` keeps the companies from before. */
export const UPDATE_STATUSES = ['RUNNING', 'COMPLETE', 'ERROR'] as const;

/** A list of companies that a definition finds in the dataset, with people for each. */
export const segment = segmentDefinition.extend({
  id: z.string(),
  name: z.string(),
  /** Refreshed every day, after the dataset; a static segment only changes on request. */
  isDynamic: z.boolean(),
  tableOptions,
  /** Active companies. */
  sizeCompanies: count,
  /** Different people whom some persona includes. */
  sizeContacts: count,
  /** Compared with RECENT_CHANGE_DAYS ago. */
  sizeCompaniesAddedRecently: count,
  sizeCompaniesRemovedRecently: count,
  sizeContactsAddedRecently: count,
  sizeContactsRemovedRecently: count,
  /** Of creating, saving and retrying. */
  updateStatus: z.enum(UPDATE_STATUSES),
  /** Of refreshing. */
  refreshStatus: z.enum(['RUNNING', 'COMPLETE']),
  /** Why the last update failed, for people. */
  problem: z.string().nullable(),
  /** Included domains that no company of the dataset has, when it was last computed. */
  notFoundDomains: count,
  /** When its companies were last computed. */
  lastComputedAt: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  /** Empty if the call leaves them out. */
  segmentPersonas: z.array(persona),
});
export type Segment = z.infer<typeof segment>;

const savedSegment = segmentDefinition.extend({
  name: segmentName,
  isDynamic: z.boolean().default(false),
  tableOptions: tableOptions.default({ selectedColumns: null }),
});

/** The account's segments, newest first; `search` matches parts of names. */
export const listSegments = endpoint({
  method: 'GET',
  path: '/app/segments/items',
  summary: 'The segments of the account',
  access,
  audit: false,
  isCompressed: true,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(MAX_LISTED_SEGMENTS).default(SEGMENTS_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    search: z.string().max(SEGMENT_NAME_MAX).default(''),
    'include-personas': z.stringbool().default(false),
  }),
  output: z.object({ items: z.array(segment), count }),
});

/** Creates a segment and requests its companies. Names are unique ignoring case. Throws CYCLE. */
export const createSegment = endpoint({
  method: 'POST',
  path: '/app/segments/items',
  summary: 'Create a segment',
  access,
  audit: 'segment.created',
  body: savedSegment,
  output: z.object({ item: segment }),
});

export const getSegment = endpoint({
  method: 'GET',
  path: '/app/segments/items/:segmentId',
  summary: 'One segment with its personas',
  access,
  audit: false,
  isCompressed: true,
  params: oneSegment,
  output: z.object({ item: segment }),
});

/** Saves a segment and requests its companies anew; an unfinished update is superseded. Throws CYCLE. */
export const updateSegment = endpoint({
  method: 'PUT',
  path: '/app/segments/items/:segmentId',
  summary: 'Save a segment',
  access,
  audit: 'segment.saved',
  params: oneSegment,
  body: savedSegment,
  output: z.object({ item: segment }),
});

/** Deletes a segment that no other segment and no tag uses, and cancels its searches. Contacts stay with the account. */
export const deleteSegment = endpoint({
  method: 'DELETE',
  path: '/app/segments/items/:segmentId',
  summary: 'Delete a segment',
  access,
  audit: 'segment.deleted',
  params: oneSegment,
  output: z.object({ id: z.string() }),
});

export const validateSegmentName = endpoint({
  method: 'POST',
  path: '/app/segments/validate-name',
  summary: 'Whether a segment can have a name',
  access: { kind: 'client', apiKeys: 'read' },
  audit: false,
  body: z.object({ segmentName, segmentId: segmentId.optional() }),
  output: z.object({ isValid: z.boolean() }),
});

/** Computes the segment again after a failure. */
export const startSegmentUpdate = endpoint({
  method: 'POST',
  path: '/app/segments/items/:segmentId/start-update',
  summary: 'Compute a segment again after a failure',
  access,
  audit: 'segment.update-started',
  params: oneSegment,
  output: z.object({ item: segment }),
});

/** Computes the segment's companies again. Does nothing while that happens already. */
export const refreshSegment = endpoint({
  method: 'POST',
  path: '/app/segments/items/:segmentId/refresh',
  summary: 'Refresh a segment',
  access,
  audit: 'segment.refreshed',
  params: oneSegment,
  output: z.object({ item: segment }),
});

/** The companies that a definition would find, best or first in its order, with an exact count. */
export const previewSegment = endpoint({
  method: 'POST',
  path: '/app/segments/preview',
  summary: 'Preview the companies of a segment',
  access,
  audit: false,
  isCompressed: true,
  body: segmentDefinition.extend({
    /** The segment that is edited: its companies come first in a random order, and it can't exclude itself. */
    segmentId: segmentId.optional(),
    limit: z.number().int().min(0).max(SEGMENT_PREVIEW_ROWS).default(SEGMENT_PREVIEW_ROWS),
  }),
  output: z.object({
    items: z.array(companyRow),
    count,
    /** Included domains that no company of the dataset has: the first hundred, and how many in all. */
    notFoundDomains: z.array(z.string()),
    notFoundDomainsCount: count,
    /** Lines that are no domain. */
    invalidDomains: z.array(z.string()),
  }),
});
