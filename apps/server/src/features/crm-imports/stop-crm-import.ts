import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq, inArray, type Transaction } from '@quarry/postgres';
import { integrationJobs } from '@quarry/postgres/tables/integrations';
import type { Verb } from '#server/platform/mount.ts';
import type { Platform } from '#server/platform/scope.ts';
import { IMPORT_TASK, RUNNING } from './crm-import.ts';

/** Stops an import; what it has read is forgotten. Throws NOT_FOUND. */
export const stopCrmImport: Verb<typeof contracts.stopCrmImport> = async (scope, { jobId }) => {
  const stopped = await scope.change(async (tx) => {
    const [row] = await tx
      .select({ integrationId: integrationJobs.integrationId, status: integrationJobs.status })
      .from(integrationJobs)
      .where(
        and(
          eq(integrationJobs.jobId, jobId),
          eq(integrationJobs.clientId, scope.client.id),
          eq(integrationJobs.taskName, IMPORT_TASK),
        ),
      );
    if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such import.', { jobId });
    const isRunning = RUNNING.some((status) => status === row.status);
    if (isRunning) await cancelImport(tx, scope, jobId);
    return { result: isRunning, target: IMPORT_TASK, targetId: row.integrationId };
  });
  // The run of this process stops at once.
  if (stopped) await scope.jobs.cancel(jobId);
  return { stopped };
};

/** Cancels an import in the caller's transaction. */
export async function cancelImport(tx: Transaction, { jobs }: Pick<Platform, 'jobs'>, jobId: string): Promise<void> {
  await jobs.cancel(jobId, tx);
  await tx
    .update(integrationJobs)
    .set({ status: 'CANCELLED', finishedAt: new Date() })
    .where(and(eq(integrationJobs.jobId, jobId), inArray(integrationJobs.status, RUNNING)));
}
