import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { retryJob } from '#server/platform/jobs/retry-job.ts';
import type { Verb } from '#server/platform/mount.ts';
import { canRetry, readAnyJob } from './any-job.ts';

/** Puts a failed job back into the queue. Throws NOT_FOUND, and CONFLICT if it cannot be tried again. */
export const retryAnyJob: Verb<typeof contracts.retryAnyJob> = async (scope, { jobId }) =>
  scope.change(async (tx) => {
    const job = await readAnyJob(tx, jobId);
    if (!canRetry(job)) throw new AppError('CONFLICT', 'This job did not fail or cannot be tried again.', { jobId });
    if (!(await retryJob(tx, jobId))) {
      throw new AppError('CONFLICT', 'Another job of this kind waits or runs already.', { jobId });
    }
    return { result: { jobId }, target: job.type, targetId: jobId, before: { error: job.error } };
  });
