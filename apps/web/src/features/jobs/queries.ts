import { type AccountJob, listJobs } from '@quarry/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { isRunning, isShown, rewritesDataset } from './job-name.ts';

const ACTIVE_POLL_MS = 5_000;
const IDLE_POLL_MS = 30_000;

/** The account's jobs that people wait for, polled more often while one runs. */
export function jobsQuery(clientName: string) {
  return queryOptions({
    queryKey: ['jobs', clientName],
    queryFn: async ({ signal }) => (await call(listJobs, {}, { client: clientName, signal })).jobs.filter(isShown),
    refetchInterval: (query) => (query.state.data?.some(isRunning) ? ACTIVE_POLL_MS : IDLE_POLL_MS),
  });
}

/** The job that is writing another version of the dataset, or waits to; a build before a computation of data points. */
export function useRewritingJob(): AccountJob | undefined {
  const { clientName } = useClient();
  const { data = [] } = useQuery(jobsQuery(clientName));
  const running = data.filter((job) => rewritesDataset(job) && isRunning(job));
  return running.find(({ type }) => type === 'dataset-build') ?? running[0];
}
