import { type Job, listJobs } from '@quarry/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api.ts';
import { clientQuery, useClient } from '../../lib/client-context.tsx';
import { notifyError, notifyInfo, notifySuccess } from '../../lib/notify.ts';
import { isRunning, isShown, jobName } from '../jobs/job-name.ts';

const ACTIVE_POLL_MS = 5_000;
const IDLE_POLL_MS = 30_000;
function jobsQuery(clientName: string) {
  return queryOptions({
    queryKey: ['jobs', clientName],
    queryFn: async ({ signal }) => (await call(listJobs, {}, { client: clientName, signal })).jobs.filter(isShown),
    refetchInterval: (query) => (query.state.data?.some(isRunning) ? ACTIVE_POLL_MS : IDLE_POLL_MS),
  });
}

function announceEnd(job: Job): void {
  if (job.status === 'COMPLETE') notifySuccess(`${jobName(job)} is complete`);
  else if (job.status === 'ERROR') notifyError(`${jobName(job)} failed${job.error ? `: ${job.error}` : ''}`);
  else notifyInfo(`${jobName(job)} was cancelled`);
}

/** The account's jobs, polled every 5 s while one runs, else every 30 s. A toast announces how each one ended. */
export function useJobs(): readonly Job[] {
  const { clientName } = useClient();
  const cache = useQueryClient();
  const { data } = useQuery(jobsQuery(clientName));
  const running = useRef(new Set<string>());

  useEffect(() => {
    if (!data) return;
    const ended = data.filter((job) => !isRunning(job) && running.current.has(job.id));
    running.current = new Set(data.filter(isRunning).map((job) => job.id));
    for (const job of ended) announceEnd(job);
    // Balances, counts and columns may have changed.
    if (ended.length > 0) void cache.invalidateQueries({ queryKey: clientQuery(clientName).queryKey });
  }, [data, cache, clientName]);

  return data ?? [];
}
