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
export const companyId = z
  .string()
  .refine((id) => /^(0|[1-9]\d{0,19})$/.test(id) && BigInt(id) < 2n ** 64n, 'Not a company id');

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

/** The most companies that a selection can name one by one; larger ones are given by their search. */
export const MAX_CHOSEN_COMPANIES = 10_000;

export const chosenCompanyIds = z
  .array(companyId)
  .min(1, 'Choose at least one company')
  .max(
    MAX_CHOSEN_COMPANIES,
    `Choose at most ${MAX_CHOSEN_COMPANIES.toLocaleString('en-US')} companies, or send the search that finds them`,
  );

/** Companies chosen one by one, or all that a search finds at the moment of the call. */
export const companySelection = z.union(
  [z.strictObject({ companyIds: chosenCompanyIds }), z.strictObject({ matching: companySearch })],
  { error: 'Send either the ids of companies or the search that finds them' },
);
export type CompanySelection = z.input<typeof companySelection>;

/** The most companies that an account can exclude. */
export const MAX_EXCLUDED_COMPANIES = 100_000;

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

const instant = z.string().nullable();

export const getCompanySyncStatus = endpoint({
  method: 'GET',
  path: '/app/companies/sync-status',
  summary: 'Sync status of a company in each connected CRM',
  access: { kind: 'client' },
  audit: false,
  query: z.object({ linkedInId: z.string().max(255) }),
  output: z.object({
    integrations: z.array(
      z.object({ id: z.string(), integrationType: z.enum(['SALESFORCE', 'HUBSPOT', 'WEBHOOK', 'PIPEDRIVE']) }),
    ),
    syncStatuses: z.array(
      z.object({
        integrationId: z.string(),
        externalId: z.string().nullable(),
        lastSyncedAt: instant,
        lastSyncAttemptAt: instant,
        lastSyncStatus: z.string().nullable(),
        lastSyncError: z.object({ shortDescription: z.string(), longDescription: z.string() }).nullable(),
        firstSyncedAt: instant,
        isSyncDisabled: z.boolean(),
        wasCreatedByQuarry: z.boolean(),
      }),
    ),
  }),
});

/** The domains of a selection, in the order of its search: at most MAX_CHOSEN_COMPANIES. */
export const listDomains = endpoint({
  method: 'POST',
  path: '/app/companies/domains',
  summary: 'The domains of selected companies',
  access: { kind: 'client' },
  audit: false,
  body: z.object({ companies: companySelection }),
  output: z.object({ domains: z.array(z.string()) }),
});

const excludedIds = z.array(companyId).max(MAX_EXCLUDED_COMPANIES);

/**
 * Excludes companies from the account: they leave the dataset at once, and sourcing does not bring them back. Returns
 * those that were in the dataset.
 */
export const excludeCompanies = endpoint({
  method: 'POST',
  path: '/app/companies/exclude',
  summary: 'Exclude companies from the account',
  access: { kind: 'client', permission: 'ADMIN' },
  audit: 'companies.excluded',
  body: z.object({ companies: companySelection }),
  output: z.object({ companyIds: excludedIds }),
});

/**
 * Ends the exclusion of companies. `restoredCnt` were excluded; of these, `shownCnt` are in the dataset again, and the
 * others return with the next build.
 */
export const restoreCompanies = endpoint({
  method: 'POST',
  path: '/app/companies/restore',
  summary: 'Bring excluded companies back',
  access: { kind: 'client', permission: 'ADMIN' },
  audit: 'companies.restored',
  body: z.object({ companyIds: excludedIds.min(1) }),
  output: z.object({ restoredCnt: count, shownCnt: count }),
});

/** The account's excluded companies by name. */
export const listExcludedCompanies = endpoint({
  method: 'GET',
  path: '/app/companies/excluded',
  summary: 'The excluded companies of the account',
  access: { kind: 'client', permission: 'ADMIN' },
  audit: false,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(EXPLORER_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(MAX_EXCLUDED_COMPANIES).default(0),
  }),
  output: z.object({
    items: z.array(z.object({ companyId: z.string(), name: z.string(), domain: z.string() })),
    count,
  }),
});
