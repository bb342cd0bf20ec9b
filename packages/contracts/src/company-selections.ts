import { z } from 'zod';
import { companyId, companySearch, EXPLORER_PAGE_SIZE, MAX_PAGE_SIZE } from './companies.ts';
import { endpoint } from './endpoint.ts';

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
