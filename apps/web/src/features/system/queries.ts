import { listSystemProblems } from '@quarry/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const POLL_MS = 15_000;

export const problemsQuery = queryOptions({
  queryKey: ['system', 'problems'],
  queryFn: async ({ signal }) => (await call(listSystemProblems, {}, { signal })).problems,
  refetchInterval: POLL_MS,
});
