import {
  CONTACTS_DRAWER_PAGE,
  getCompany,
  getCompanySyncStatus,
  listContacts,
  searchCompanies,
} from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { ExplorerState } from './explorer-state.ts';

/** Which account and which version of its dataset a query reads; a new version makes everything be read anew. */
export interface DatasetKey {
  readonly clientName: string;
  readonly version: string | null;
}

const NO_DATASET = 'no-dataset';

/** The key of everything that is asked about an account's companies. */
export function companiesKey(clientName: string) {
  return ['companies', clientName] as const;
}

function keyOf({ clientName, version }: DatasetKey) {
  return [...companiesKey(clientName), version ?? NO_DATASET] as const;
}

/** One page of companies with the total; while the next one comes, the old one stays. */
export function companyRowsQuery(dataset: DatasetKey, state: ExplorerState) {
  const { filters, search, tab, sortBy, sortDirection, pageIndex, pageSize } = state;
  const request = {
    filters,
    search,
    tab,
    sortby: sortBy,
    sortdirection: sortDirection,
    offset: pageIndex * pageSize,
    limit: pageSize,
    parts: ['companies' as const],
  };
  return queryOptions({
    queryKey: [...keyOf(dataset), 'rows', request],
    queryFn: ({ signal }) => call(searchCompanies, request, { client: dataset.clientName, signal }),
    enabled: dataset.version !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** The counts of the tabs under the same filters and search; apart from the rows, which need not wait for them. */
export function tabCountsQuery(dataset: DatasetKey, { filters, search }: Pick<ExplorerState, 'filters' | 'search'>) {
  return queryOptions({
    queryKey: [...keyOf(dataset), 'tabs', { filters, search }],
    queryFn: async ({ signal }) => {
      const request = { filters, search, parts: ['tabs' as const] };
      return (await call(searchCompanies, request, { client: dataset.clientName, signal })).tabs;
    },
    enabled: dataset.version !== null,
    staleTime: 30_000,
  });
}

/** How many companies filters would leave, for the filter panel before they are applied. */
export function matchCountQuery(
  dataset: DatasetKey,
  filters: FilterGroup | null,
  { search, tab }: Pick<ExplorerState, 'search' | 'tab'>,
) {
  return queryOptions({
    queryKey: [...keyOf(dataset), 'match-count', { filters, search, tab }],
    queryFn: async ({ signal }) => {
      const request = { filters, search, tab, limit: 1, parts: ['companies' as const] };
      return (await call(searchCompanies, request, { client: dataset.clientName, signal })).companiesCnt;
    },
    staleTime: 30_000,
  });
}

/** The first companies of a result, for what works on up to so many at once. */
export function firstCompaniesQuery(dataset: DatasetKey, state: ExplorerState, limit: number) {
  const { filters, search, tab, sortBy, sortDirection } = state;
  const request = {
    filters,
    search,
    tab,
    sortby: sortBy,
    sortdirection: sortDirection,
    limit,
    parts: ['companies' as const],
  };
  return queryOptions({
    queryKey: [...keyOf(dataset), 'first', request],
    queryFn: ({ signal }) => call(searchCompanies, request, { client: dataset.clientName, signal }),
    staleTime: 30_000,
  });
}

/** One company with all its data points. */
export function companyQuery(dataset: DatasetKey, companyId: string) {
  return queryOptions({
    queryKey: [...keyOf(dataset), 'item', companyId],
    queryFn: async ({ signal }) => (await call(getCompany, { companyId }, { client: dataset.clientName, signal })).item,
    staleTime: 30_000,
  });
}

/** One page of the contacts that the account owns at a company. */
export function contactsQuery(dataset: DatasetKey, companyId: string, pageIndex: number) {
  const request = { companyId, offset: pageIndex * CONTACTS_DRAWER_PAGE, limit: CONTACTS_DRAWER_PAGE };
  return queryOptions({
    queryKey: ['contacts', dataset.clientName, request],
    queryFn: ({ signal }) => call(listContacts, request, { client: dataset.clientName, signal }),
    placeholderData: keepPreviousData,
  });
}

/** How a company stands in each connected CRM. */
export function syncStatusQuery(clientName: string, linkedInId: string) {
  return queryOptions({
    queryKey: ['sync-status', clientName, linkedInId],
    queryFn: ({ signal }) => call(getCompanySyncStatus, { linkedInId }, { client: clientName, signal }),
  });
}
