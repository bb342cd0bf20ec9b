import { CONTACTS_PAGE_SIZE, getCompany, listContacts, searchCompanies } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { ExplorerState } from '../datasets/explorer-state.ts';
import { type DatasetKey, datasetKey } from '../datasets/queries.ts';

/** The counts of the tabs, requested separately so that the rows don't wait for them. */
export function tabCountsQuery(dataset: DatasetKey, { filters, search }: Pick<ExplorerState, 'filters' | 'search'>) {
  return queryOptions({
    queryKey: [...datasetKey(dataset), 'tabs', { filters, search }],
    queryFn: async ({ signal }) => {
      const request = { filters, search, parts: ['tabs' as const] };
      return (await call(searchCompanies, request, { client: dataset.clientName, signal })).tabs;
    },
    enabled: dataset.version !== null,
    staleTime: 30_000,
  });
}

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
    queryKey: [...datasetKey(dataset), 'first', request],
    queryFn: ({ signal }) => call(searchCompanies, request, { client: dataset.clientName, signal }),
    staleTime: 30_000,
  });
}

export function companyQuery(dataset: DatasetKey, companyId: string) {
  return queryOptions({
    queryKey: [...datasetKey(dataset), 'item', companyId],
    queryFn: async ({ signal }) => (await call(getCompany, { companyId }, { client: dataset.clientName, signal })).item,
    staleTime: 30_000,
  });
}

export function contactsQuery(dataset: DatasetKey, companyId: string, pageIndex: number) {
  const request = { companyId, offset: pageIndex * CONTACTS_PAGE_SIZE, limit: CONTACTS_PAGE_SIZE };
  return queryOptions({
    queryKey: ['contacts', dataset.clientName, request],
    queryFn: ({ signal }) => call(listContacts, request, { client: dataset.clientName, signal }),
    placeholderData: keepPreviousData,
  });
}
