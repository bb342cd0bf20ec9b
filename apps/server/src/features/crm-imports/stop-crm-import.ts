import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq } from '@quarry/postgres';
import { integrationJobs } from '@quarry/postgres/tables/integrations';
import { cancelIntegrationJobs } from '#server/features/integrations/cancel-integration-jobs.ts';
import type { Verb } from '#server/platform/mount.ts';
import { IMPORT_TASK } from './crm-import.ts';

/** Stops an import after the page in flight; what it has read is forgotten. Throws NOT_FOUND. */
export const stopCrmImport: Verb<typeof contracts.stopCrmImport> = async (scope, { jobId }) => {
  const stopped = await scope.change(async (tx) => {
    const [row] = await tx
      .select({ integrationId: integrationJobs.integrationId })
      .from(integrationJobs)
      .where(
        and(
          eq(integrationJobs.jobId, jobId),
          eq(integrationJobs.clientId, scope.client.id),
          eq(integrationJobs.taskName, IMPORT_TASK),
        ),
      );
    if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such import.', { jobId });
    const cancelled = await cancelIntegrationJobs(tx, scope.jobs, [jobId], null);
    return { result: cancelled.length > 0, target: IMPORT_TASK, targetId: row.integrationId };
  });
  // The run of this process stops at once.
  if (stopped) await scope.jobs.cancel(jobId);
  return { stopped };
};
