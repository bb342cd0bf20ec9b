import type * as contracts from '@quarry/contracts';
import type { TaskName } from '@quarry/contracts';
import { today } from '#server/features/datasets/compile-dataset-filter.ts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readIntegration } from '#server/features/integrations/integration.ts';
import type { Verb } from '#server/platform/mount.ts';
import { beginJob } from './begin-job.ts';
import { companiesInScope } from './plan/job-scope.ts';

type Start = Verb<typeof contracts.startIntegrationJob>;

/**
 * Starts a job on the records that a call names, checked against the dataset. Throws NOT_FOUND,
 * INTEGRATION_JOB_ALREADY_RUNNING, INTEGRATION_INCORRECTLY_CONFIGURED, INVALID_FILTER and DATASET_NOT_BUILT.
 */
export async function startOnChosen(
  scope: Parameters<Start>[0],
  { integrationId, filters, search, tab, companyIds, segmentIds }: Parameters<Start>[1],
  definition: Parameters<typeof beginJob>[2],
  taskName: TaskName,
): ReturnType<Start> {
  const named = { kind: 'CHOSEN', filters, search, tab, segmentIds, day: today() } as const;
  const chosen = { ...named, companyIds };
  companiesInScope(await openDataset(scope), chosen, { syncSegmentRecordsOnly: false, segmentIds: [] });
  return scope.change(async (tx) => {
    const { integrationType } = await readIntegration(tx, scope.client.id, integrationId);
    const jobId = await beginJob(tx, scope.jobs, definition, {
      clientId: scope.client.id,
      integrationId,
      taskName,
      scope: chosen,
      requestedBy: scope.user.email,
    });
    return {
      result: { started: true, jobId },
      target: integrationType,
      targetId: integrationId,
      after: { jobId, ...named, companies: companyIds?.length ?? null },
    };
  });
}
