import {
  checkStartIntegrationJob,
  getCompanySyncStatus,
  getIntegrationJob,
  getSyncPlan,
  INTEGRATION_JOBS_PAGE_SIZE,
  type IntegrationType,
  listAmbiguousMatches,
  listIntegrationJobs,
  listSyncErrorGroups,
  listSyncErrors,
  type RecordType,
  SYNC_ERROR_GROUPS_PAGE_SIZE,
  SYNC_ERRORS_PAGE_SIZE,
} from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { LIST_POLL_MS } from '../../lib/list-poll.ts';
import { isActive } from './jobs/job-words.ts';
import { type ErrorKey, writeError } from './logs-search.ts';

/** For what people wait for: whether a sync can start, and how one goes on. */
const STATUS_POLL_MS = 2_500;

/** Prefix of the keys of everything that syncs change. */
export function integrationJobsKey(clientName: string) {
  return ['integration-jobs', clientName] as const;
}

/** One page (0-based) of sync jobs, newest first. */
export function integrationJobsQuery(clientName: string, type: IntegrationType | undefined, pageIndex: number) {
  const request = {
    limit: INTEGRATION_JOBS_PAGE_SIZE,
    offset: pageIndex * INTEGRATION_JOBS_PAGE_SIZE,
    ...(type === undefined ? {} : { integrationType: type }),
  };
  return queryOptions({
    queryKey: [...integrationJobsKey(clientName), 'list', request],
    queryFn: ({ signal }) => call(listIntegrationJobs, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}

/** One job, polled until it has ended. */
export function integrationJobQuery(clientName: string, jobId: string) {
  return queryOptions({
    queryKey: [...integrationJobsKey(clientName), 'item', jobId],
    queryFn: async ({ signal }) => (await call(getIntegrationJob, { jobId }, { client: clientName, signal })).job,
    refetchInterval: ({ state }) => (state.data !== undefined && !isActive(state.data) ? false : STATUS_POLL_MS),
  });
}

/** Whether a sync can start. */
export function canStartQuery(clientName: string, integrationId: string) {
  return queryOptions({
    queryKey: [...integrationJobsKey(clientName), 'can-start', integrationId],
    queryFn: ({ signal }) => call(checkStartIntegrationJob, { integrationId }, { client: clientName, signal }),
    refetchInterval: STATUS_POLL_MS,
    gcTime: 0,
  });
}

/** What an ended dry run or preview of an undo found. */
export function syncPlanQuery(clientName: string, jobId: string) {
  return queryOptions({
    queryKey: [...integrationJobsKey(clientName), 'plan', jobId],
    queryFn: async ({ signal }) => (await call(getSyncPlan, { jobId }, { client: clientName, signal })).plan,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** One page (0-based) of the errors that records have now, by kind. */
export function errorGroupsQuery(clientName: string, type: IntegrationType | undefined, pageIndex: number) {
  const request = {
    limit: SYNC_ERROR_GROUPS_PAGE_SIZE,
    offset: pageIndex * SYNC_ERROR_GROUPS_PAGE_SIZE,
    ...(type === undefined ? {} : { integrationType: type }),
  };
  return queryOptions({
    queryKey: [...integrationJobsKey(clientName), 'errors', request],
    queryFn: ({ signal }) => call(listSyncErrorGroups, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}

/** One kind of error with the fixes that it offers; null once no record has it. */
export function errorGroupQuery(clientName: string, key: ErrorKey) {
  const request = { integrationType: key.integrationType, limit: 100 };
  return queryOptions({
    queryKey: [...integrationJobsKey(clientName), 'error', key],
    queryFn: async ({ signal }) => {
      const { items } = await call(listSyncErrorGroups, request, { client: clientName, signal });
      return items.find((group) => writeError(group) === writeError(key)) ?? null;
    },
  });
}

/** One page (0-based) of the records with one kind of error. */
export function syncErrorsQuery(clientName: string, key: ErrorKey, pageIndex: number) {
  const { field, ...kind } = key;
  const request = {
    ...kind,
    ...(field === null ? {} : { field }),
    limit: SYNC_ERRORS_PAGE_SIZE,
    offset: pageIndex * SYNC_ERRORS_PAGE_SIZE,
  };
  return queryOptions({
    queryKey: [...integrationJobsKey(clientName), 'error-details', request],
    queryFn: ({ signal }) => call(listSyncErrors, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One page (0-based) of the records that several CRM records match. */
export function matchesQuery(clientName: string, integrationId: string, recordType: RecordType, pageIndex: number) {
  const request = {
    integrationId,
    recordType,
    limit: SYNC_ERRORS_PAGE_SIZE,
    offset: pageIndex * SYNC_ERRORS_PAGE_SIZE,
  };
  return queryOptions({
    queryKey: [...integrationJobsKey(clientName), 'matches', request],
    queryFn: ({ signal }) => call(listAmbiguousMatches, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
  });
}

/** How a company stands with each connector. */
export function syncStatusQuery(clientName: string, companyId: string) {
  return queryOptions({
    queryKey: [...integrationJobsKey(clientName), 'status', companyId],
    queryFn: ({ signal }) => call(getCompanySyncStatus, { companyId }, { client: clientName, signal }),
  });
}
