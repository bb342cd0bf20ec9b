import type { AccountJob, Job } from '@quarry/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { clientQuery, useClient } from '../../lib/client-context.tsx';
import { notifyError, notifyInfo, notifySuccess } from '../../lib/notify.ts';
import { isRunning, jobName, rewritesDataset } from '../jobs/job-name.ts';
import { jobsQuery } from '../jobs/queries.ts';

function announceEnd(job: Job): void {
  if (job.status === 'COMPLETE') notifySuccess(`${jobName(job)} is complete`);
  else if (job.status === 'ERROR') notifyError(`${jobName(job)} failed${job.error ? `: ${job.error}` : ''}`);
  else notifyInfo(`${jobName(job)} was cancelled`);
}

/**
 * The account's jobs, polled every 5 s while one runs, else every 30 s. A toast announces how each one ended; for the
 * person's own exports and changes of the dataset also if they ended between two polls.
 */
export function useJobs(): readonly AccountJob[] {
  const { clientName } = useClient();
  const cache = useQueryClient();
  const { data } = useQuery(jobsQuery(clientName));
  const running = useRef(new Set<string>());
  const ended = useRef<Set<string> | null>(null);
  const navigate = useNavigate();

  useEffect(() => {
    if (!data) return;
    const known = ended.current;
    const isNews = (job: AccountJob) =>
      running.current.has(job.id) ||
      (job.isOwn && (job.exportId !== null || rewritesDataset(job)) && known !== null && !known.has(job.id));
    const done = data.filter((job) => !isRunning(job));
    const news = done.filter(isNews);
    running.current = new Set(data.filter(isRunning).map((job) => job.id));
    ended.current = new Set(done.map((job) => job.id));
    for (const job of news) {
      const { exportId } = job;
      if (!job.isOwn || exportId === null || job.status !== 'COMPLETE') {
        announceEnd(job);
        continue;
      }
      const params = { clientName, exportId };
      import('../exports/announce-export.ts').then(
        ({ announceExport }) =>
          announceExport(cache, params, () => navigate({ to: '/app/$clientName/exports/$exportId', params })),
        () => announceEnd(job),
      );
    }
    // Balances, counts and columns may have changed.
    if (news.length > 0) void cache.invalidateQueries({ queryKey: clientQuery(clientName).queryKey });
  }, [data, cache, clientName, navigate]);

  return data ?? [];
}
