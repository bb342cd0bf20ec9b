import type * as contracts from '@quarry/contracts';
import { cancelIntegrationJobs } from '#server/features/integrations/cancel-integration-jobs.ts';
import type { Verb } from '#server/platform/mount.ts';
import { findJob } from './integration-job.ts';

/** Stops a job: a waiting or paused one at once, a running one after the records in flight. Throws NOT_FOUND. */
export const stopIntegrationJob: Verb<typeof contracts.stopIntegrationJob> = (scope, { jobId }) =>
  scope.change(async (tx) => {
    const { row, integrationType } = await findJob(tx, scope.client.id, jobId);
    const stopped = await cancelIntegrationJobs(tx, scope.jobs, [jobId], null);
    return {
      result: { stopped: stopped.length > 0 },
      target: integrationType,
      targetId: jobId,
      before: { taskName: row.taskName, status: row.status },
    };
  });
