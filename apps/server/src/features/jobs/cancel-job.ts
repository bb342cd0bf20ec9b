import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { mayCancel } from './may-cancel.ts';

/** Cancels a job. Throws NOT_FOUND, FORBIDDEN, and CONFLICT if it has ended or cannot be cancelled. */
export const cancelJob: Verb<typeof contracts.cancelJob> = async (scope, { jobId }) => {
  const job = await scope.jobs.get(jobId, scope.client.id);
  if (job === null) throw new AppError('NOT_FOUND', 'There is no such job.', { jobId });
  const verdict = mayCancel(scope, job);
  if (verdict === 'NOT_ALLOWED') {
    throw new AppError('FORBIDDEN', 'Only administrators can cancel jobs of others.', { jobId });
  }
  if (verdict === 'NOT_POSSIBLE') throw new AppError('CONFLICT', 'This job cannot be cancelled.', { jobId });
  return scope.change(async (tx) => {
    if (!(await scope.jobs.cancel(jobId, tx))) throw new AppError('CONFLICT', 'This job has already ended.', { jobId });
    return { result: { jobId }, target: job.type, targetId: jobId, before: { status: job.status } };
  });
};
