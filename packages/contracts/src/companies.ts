import { filterGroup } from '@quarry/filters';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fieldValue } from './schema-field.ts';

/** The explorer's tabs. */
export const COMPANY_TABS = ['ALL', 'NEWLY_SOURCED', 'RECENTLY_UPDATED'] as const;
export type CompanyTab = (typeof COMPANY_TABS)[number];

/** The explorer's default page size. */
export const EXPLORER_PAGE_SIZE = 25;
export const MAX_PAGE_SIZE = 100;
/** Paging ends here; people narrow the filter instead. */
export const MAX_OFFSET = 1_000_000;
/** The sort key that means "best first". */
export const DEFAULT_SORT_FIELD = '__quality_score';

/** A company id: an unsigned 64-bit integer as decimal text. */
export const companyId = z.string().refine(isStoredId, 'Not a company id');

/** True for the id of a row in the data plane. */
export function isStoredId(id: string): boolean {
  return /^(0|[1-9]\d{0,19})$/.test(id) && BigInt(id) < 2n ** 64n;
}

/** A company of the dataset: fixed keys plus one key per column of the account's schema. */
export const companyRow = z
  .object({
    name: z.string(),
    __domain: z.string(),
    __linked_in_id: z.string().nullable(),
    __company_id: z.string(),
    contacts_count: z.number().int(),
  })
  .catchall(fieldValue);
export type CompanyRow = z.infer<typeof companyRow>;

/** A search of the dataset, shared by the explorer, tags and exports. */
export const companySearch = z.object({
  filters: filterGroup.nullable().default(null),
  search: z.string().max(500).default(''),
  sortby: z.string().min(1).max(64).default(DEFAULT_SORT_FIELD),
  sortdirection: z.enum(['asc', 'desc']).default('desc'),
  tab: z.enum(COMPANY_TABS).default('ALL'),
});

const count = z.number().int().nonnegative();

/** Searches the dataset. `parts` lets a page load its rows before the tabs' counts. */
export const searchCompanies = endpoint({
  method: 'POST',
  path: '/app/companies/search',
  summary: 'Search the companies of the dataset',
  access: { kind: 'client' },
  audit: false,
  isCompressed: true,
  body: companySearch.extend({
    offset: z.number().int().min(0).max(MAX_OFFSET).default(0),
    limit: z.number().int().min(1).max(MAX_PAGE_SIZE).default(EXPLORER_PAGE_SIZE),
    parts: z
      .array(z.enum(['companies', 'tabs']))
      .min(1)
      .max(2)
      .default(['companies', 'tabs']),
    /** False for a page that shows its rows before it knows their number. */
    count: z.boolean().default(true),
  }),
  output: z.object({
    companies: z.array(companyRow),
    companiesCnt: count,
    /** False if `companiesCnt` is only a lower bound: it was not asked for and would take another look at all companies. */
    isCounted: z.boolean(),
    /** Null when `parts` leaves the tabs out. */
    tabs: z.object({ ALL: count, NEWLY_SOURCED: count, RECENTLY_UPDATED: count }).nullable(),
  }),
});

export const getCompany = endpoint({
  method: 'GET',
  path: '/app/companies/items/:companyId',
  summary: 'One company of the dataset',
  access: { kind: 'client' },
  audit: false,
  isCompressed: true,
  params: z.object({ companyId }),
  output: z.object({ item: companyRow }),
});
