import { type Job, listJobs } from '@quarry/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api.ts';
import { clientQuery, useClient } from '../../lib/client-context.tsx';
import { notifyError, notifyInfo, notifySuccess } from '../../lib/notify.ts';

const WHILE_RUNNING_MS = 5_000;
const OTHERWISE_MS = 30_000;
/** Types whose words do not say what the work is. */
const NAMES: Readonly<Record<string, string>> = { 'csv-export': 'Export of companies' };
/** The tail of other work, which nobody waits for. */
const UNTOLD = new Set(['export-mail']);

/** Whether a job still waits or works. */
export function isRunning(job: Job): boolean {
  return job.status === 'WAITING' || job.status === 'PROCESSING';
}

/** A job's type as words: `dataset-build` becomes 'Dataset build'. */
export function jobName(job: Job): string {
  const name = NAMES[job.type];
  if (name !== undefined) return name;
  const words = job.type.replace(/[-_.:]+/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function jobsQuery(clientName: string) {
  return queryOptions({
    queryKey: ['jobs', clientName],
    queryFn: async ({ signal }) =>
      (await call(listJobs, {}, { client: clientName, signal })).jobs.filter(({ type }) => !UNTOLD.has(type)),
    refetchInterval: (query) => (query.state.data?.some(isRunning) ? WHILE_RUNNING_MS : OTHERWISE_MS),
  });
}

function announceEnd(job: Job): void {
  if (job.status === 'COMPLETE') notifySuccess(`${jobName(job)} is complete`);
  else if (job.status === 'ERROR') notifyError(`${jobName(job)} failed${job.error ? `: ${job.error}` : ''}`);
  else notifyInfo(`${jobName(job)} was cancelled`);
}

/** The account's long work: polled every 5 s while something runs, else every 30 s. Says how each job ended. */
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
    // Balances, counts and columns may be others now.
    if (ended.length > 0) void cache.invalidateQueries({ queryKey: clientQuery(clientName).queryKey });
  }, [data, cache, clientName]);

  return data ?? [];
}
