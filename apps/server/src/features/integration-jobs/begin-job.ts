import { AppError, type TaskName } from '@quarry/contracts';
import { brokenConstraint, type Transaction } from '@quarry/postgres';
import { integrationJobs } from '@quarry/postgres/tables/integrations';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { assertCanStart, canStart } from './can-start.ts';
import { settleEnded } from './integration-job.ts';

export interface NewJob {
  readonly clientId: string;
  readonly integrationId: string;
  readonly taskName: TaskName;
  /** What it is about; parsed by the job. */
  readonly scope: unknown;
  readonly requestedBy: string | null;
  readonly undoes?: string;
}

type Definition = Parameters<Jobs['enqueue']>[1];

/** Records and enqueues a job of a connector. Throws what `canStart` says. */
export async function beginJob(
  tx: Transaction,
  jobs: Pick<Jobs, 'enqueue'>,
  definition: Definition,
  { clientId, integrationId, taskName, scope, requestedBy, undoes }: NewJob,
): Promise<string> {
  await settleEnded(tx, clientId);
  assertCanStart(await canStart(tx, clientId, integrationId));
  const options = requestedBy === null ? {} : { requestedBy };
  const jobId = await jobs.enqueue(tx, definition, clientId, {}, options);
  try {
    await tx.insert(integrationJobs).values({
      jobId,
      clientId,
      integrationId,
      taskName,
      scope,
      requestedBy,
      undoes: undoes ?? null,
      // Only syncs leave something for the data plane to record.
      isSettled: taskName !== 'Auto Sync' && taskName !== 'Manual Sync',
    });
  } catch (error) {
    if (brokenConstraint(error) !== 'integration_jobs_one_at_a_time') throw error;
    throw new AppError('INTEGRATION_JOB_ALREADY_RUNNING', 'A sync is currently in progress', { integrationId });
  }
  return jobId;
}
