import {
  CLIENTS_PAGE_SIZE,
  getClientConfig,
  getClientCredits,
  getClientLimits,
  getDataSyncStatus,
  type LifecycleStage,
  listClientConfigs,
  listConfigVersions,
  listFeatureFlags,
} from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { LIST_POLL_MS } from '../../lib/list-poll.ts';

const BUILD_POLL_MS = 10_000;

/** One page (1-based) of the clients, polled every 5 s. */
export function clientsQuery(input: { search: string; stage: LifecycleStage | undefined; page: number }) {
  const { search, stage, page } = input;
  const request = {
    search,
    limit: CLIENTS_PAGE_SIZE,
    offset: (page - 1) * CLIENTS_PAGE_SIZE,
    ...(stage === undefined ? {} : { lifecycleStage: stage }),
  };
  return queryOptions({
    queryKey: ['clients', request],
    queryFn: ({ signal }) => call(listClientConfigs, request, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}

/** A client's config as it is saved, polled every 10 s. */
export function clientConfigQuery(name: string) {
  return queryOptions({
    queryKey: ['client-config', name],
    queryFn: ({ signal }) => call(getClientConfig, { name }, { signal }),
    refetchInterval: BUILD_POLL_MS,
    retry: false,
  });
}

/** The state of a client's build, polled every 10 s. */
export function buildStatusQuery(name: string) {
  return queryOptions({
    queryKey: ['data-sync-status', name],
    queryFn: ({ signal }) => call(getDataSyncStatus, { name }, { signal }),
    refetchInterval: BUILD_POLL_MS,
  });
}

export const featureFlagsQuery = queryOptions({
  queryKey: ['feature-flags'],
  queryFn: async ({ signal }) => (await call(listFeatureFlags, {}, { signal })).flags,
  staleTime: Number.POSITIVE_INFINITY,
});

export const VERSIONS_PAGE_SIZE = 10;

/** One page (0-based) of the configs that a client had. */
export function configVersionsQuery(name: string, pageIndex: number) {
  const request = { name, limit: VERSIONS_PAGE_SIZE, offset: pageIndex * VERSIONS_PAGE_SIZE };
  return queryOptions({
    queryKey: ['client-config', name, 'versions', request],
    queryFn: ({ signal }) => call(listConfigVersions, request, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const ENTRIES_PAGE_SIZE = 20;

/** A client's balances, and one page (0-based) of its credit entries. */
export function clientCreditsQuery(client: string, pageIndex: number) {
  const request = { client, limit: ENTRIES_PAGE_SIZE, offset: pageIndex * ENTRIES_PAGE_SIZE };
  return queryOptions({
    queryKey: ['client-credits', client, request],
    queryFn: ({ signal }) => call(getClientCredits, request, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function clientLimitsQuery(client: string) {
  return queryOptions({
    queryKey: ['client-limits', client],
    queryFn: ({ signal }) => call(getClientLimits, { client }, { signal }),
  });
}
