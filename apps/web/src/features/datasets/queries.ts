import { searchCompanies } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { ExplorerState } from './explorer-state.ts';

/** The account and dataset version that a query reads; a new version is fetched again. */
export interface DatasetKey {
  readonly clientName: string;
  readonly version: string | null;
}

const NO_DATASET = 'no-dataset';

/** Prefix of the keys of all queries about an account's companies. */
export function companiesKey(clientName: string) {
  return ['companies', clientName] as const;
}

/** Prefix of the keys of all queries about one version's companies. */
export function datasetKey({ clientName, version }: DatasetKey) {
  return [...companiesKey(clientName), version ?? NO_DATASET] as const;
}

/**
 * One page of companies, with their total if it is known; the old page stays while the next one loads. The tabs' counts
 * have the total, so the rows don't wait for it.
 */
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
    count: false,
  };
  return queryOptions({
    queryKey: [...datasetKey(dataset), 'rows', request],
    queryFn: ({ signal }) => call(searchCompanies, request, { client: dataset.clientName, signal }),
    enabled: dataset.version !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** Counts the matching companies before the filters are applied. */
export function matchCountQuery(
  dataset: DatasetKey,
  filters: FilterGroup | null,
  { search, tab }: Pick<ExplorerState, 'search' | 'tab'>,
) {
  return queryOptions({
    queryKey: [...datasetKey(dataset), 'match-count', { filters, search, tab }],
    queryFn: async ({ signal }) => {
      const request = { filters, search, tab, limit: 1, parts: ['companies' as const] };
      return (await call(searchCompanies, request, { client: dataset.clientName, signal })).companiesCnt;
    },
    staleTime: 30_000,
  });
}
