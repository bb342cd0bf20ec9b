import { listSystemJobs, listSystemProblems } from '@quarry/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
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
