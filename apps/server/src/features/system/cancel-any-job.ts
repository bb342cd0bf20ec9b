import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { canCancel, readAnyJob } from './any-job.ts';

/** Cancels a job of any account. Throws NOT_FOUND, and CONFLICT if it has ended or cannot be cancelled. */
export const cancelAnyJob: Verb<typeof contracts.cancelAnyJob> = async (scope, { jobId }) =>
  scope.change(async (tx) => {
    const job = await readAnyJob(tx, jobId);
    if (!canCancel(scope.jobs, job))
      throw new AppError('CONFLICT', 'This job has ended or cannot be cancelled.', { jobId });
    await scope.jobs.cancel(jobId, tx);
    return { result: { jobId }, target: job.type, targetId: jobId, before: { status: job.status } };
  });
