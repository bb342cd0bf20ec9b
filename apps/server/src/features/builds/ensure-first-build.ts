import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@quarry/contracts';
import { readConfig } from '#server/features/client-configs/read-config.ts';
import { findRunningBuild, requestBuild } from '#server/features/datasets/request-build.ts';
import type { Platform } from '#server/platform/scope.ts';

const POLL_MS = 100;

/** Ensures that a client has a dataset: builds the first one and waits for it. Throws if the build fails. */
export async function ensureFirstBuild(platform: Pick<Platform, 'db' | 'jobs'>, clientName: string): Promise<void> {
  const jobId = await platform.db.asSystem(async (tx) => {
    const { id, row } = await readConfig(tx, { name: clientName });
    if (row.datasetVersion !== null) return null;
    return (await findRunningBuild(tx, id)) ?? (await requestBuild(tx, platform.jobs, id, {}, 'start'));
  });
  if (jobId !== null) await waitForBuild(platform, jobId);
}

/** Waits for a build to end; `onPoll` gets the job at each poll. Throws if it failed or was cancelled. */
export async function waitForBuild(
  { jobs: queue }: Pick<Platform, 'jobs'>,
  jobId: string,
  onPoll: (job: { readonly progress: number; readonly message: string | null }) => void = () => undefined,
): Promise<void> {
  for (;;) {
    const job = await queue.get(jobId);
    if (job === null) throw new Error(`The job ${jobId} is gone`);
    onPoll(job);
    if (job.status === 'COMPLETE') return;
    if (job.status === 'ERROR' || job.status === 'CANCELLED')
      throw new AppError('INTERNAL', job.error ?? 'The build was cancelled.');
    await sleep(POLL_MS);
  }
}
