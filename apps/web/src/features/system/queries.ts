import {
  ANY_JOBS_PAGE_SIZE,
  getSystemOverview,
  type JobState,
  listAnyJobs,
  listSystemJobs,
  listSystemProblems,
} from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { LIST_POLL_MS } from '../../lib/list-poll.ts';
import { isRunning, isShown } from '../jobs/job-name.ts';

const POLL_MS = 15_000;
const ACTIVE_POLL_MS = 2_000;

export const problemsQuery = queryOptions({
  queryKey: ['system', 'problems'],
  queryFn: async ({ signal }) => (await call(listSystemProblems, {}, { signal })).problems,
  refetchInterval: POLL_MS,
});

export const jobsQuery = queryOptions({
  queryKey: ['system', 'jobs'],
  queryFn: async ({ signal }) => (await call(listSystemJobs, {}, { signal })).jobs.filter(isShown),
  refetchInterval: (query) => (query.state.data?.some(isRunning) ? ACTIVE_POLL_MS : POLL_MS),
});

export const overviewQuery = queryOptions({
  queryKey: ['system', 'overview'],
  queryFn: async ({ signal }) => (await call(getSystemOverview, {}, { signal })).overview,
  refetchInterval: LIST_POLL_MS,
});

/** One page (0-based) of the jobs of all accounts in a state. */
export function anyJobsQuery(state: JobState, pageIndex: number) {
  const request = { state, limit: ANY_JOBS_PAGE_SIZE, offset: pageIndex * ANY_JOBS_PAGE_SIZE };
  return queryOptions({
    queryKey: ['system', 'all-jobs', request],
    queryFn: ({ signal }) => call(listAnyJobs, request, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}
