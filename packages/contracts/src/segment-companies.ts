import { z } from 'zod';
import { companySelection } from './company-selections.ts';
import { endpoint } from './endpoint.ts';
import { fieldValue } from './schema-field.ts';
import { SEGMENT_COMPANIES_PAGE_SIZE, segment, segmentId, segmentName } from './segments.ts';

const access = { kind: 'client' } as const;
const count = z.number().int().nonnegative();
const oneSegment = z.object({ segmentId });

/** A company of a segment; the keys of its columns are null once it has left the dataset. */
export const segmentCompanyRow = z
  .object({
    __company_id: z.string(),
    name: z.string(),
    __domain: z.string(),
    /** Names of the personas that include somebody there. */
    matched_personas: z.array(z.string()),
    /** Its latest stay. */
    __segmentStatus: z.object({ isActive: z.boolean(), addedAt: z.string(), removedAt: z.string().nullable() }),
  })
  .catchall(fieldValue);
export type SegmentCompanyRow = z.infer<typeof segmentCompanyRow>;

export const listSegmentCompanies = endpoint({
  method: 'GET',
  path: '/app/segments/items/:segmentId/companies',
  summary: 'The companies of a segment',
  access,
  audit: false,
  isCompressed: true,
  params: oneSegment,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(SEGMENT_COMPANIES_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    search: z.string().max(500).default(''),
    sortby: z.string().min(1).max(255).default('__quality_score'),
    sortdirection: z.enum(['asc', 'desc']).default('desc'),
    include_active: z.stringbool().default(true),
    include_removed: z.stringbool().default(false),
  }),
  output: z.object({ companies: z.array(segmentCompanyRow), companiesCnt: count }),
});

/** Companies and contacts at the end of each day, from the first day on, at most a year. */
export const getSegmentGrowth = endpoint({
  method: 'GET',
  path: '/app/segments/items/:segmentId/growth',
  summary: 'The size of a segment over time',
  access,
  audit: false,
  params: oneSegment,
  output: z.object({ days: z.array(z.object({ day: z.iso.date(), companies: count, contacts: count })) }),
});

/** Creates a static segment of these companies: its inclusions are their domains, at most MAX_INCLUDED_DOMAINS. */
export const createSegmentFromCompanies = endpoint({
  method: 'POST',
  path: '/app/segments/from-companies',
  summary: 'Create a segment of selected companies',
  access,
  audit: 'segment.created',
  body: z.object({ name: segmentName, companies: companySelection }),
  output: z.object({ item: segment }),
});

/**
 * Adds companies to a segment's inclusions. Only for a segment without filters that has inclusions: in any other,
 * inclusions narrow. Throws CONFLICT.
 */
export const addCompaniesToSegment = endpoint({
  method: 'POST',
  path: '/app/segments/items/:segmentId/companies',
  summary: 'Add selected companies to a segment',
  access,
  audit: 'segment.companies-added',
  params: oneSegment,
  body: z.object({ companies: companySelection }),
  output: z.object({ item: segment, addedCnt: count }),
});
