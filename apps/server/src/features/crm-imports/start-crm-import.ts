import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { cancelIntegrationJobs } from '#server/features/integrations/cancel-integration-jobs.ts';
import { readIntegration } from '#server/features/integrations/integration.ts';
import type { Verb } from '#server/platform/mount.ts';
import { runningImports, whyNotImportable } from './crm-import.ts';
import { requestImport } from './request-import.ts';

/** Starts an import, which stops one that runs. Throws NOT_FOUND and INTEGRATION_INCORRECTLY_CONFIGURED. */
export const startCrmImport: Verb<typeof contracts.startCrmImport> = (scope, { integrationId }) =>
  scope.change(async (tx) => {
    const integration = await readIntegration(tx, scope.client.id, integrationId, 'update');
    const problem = whyNotImportable(integration);
    if (problem !== null) throw new AppError('INTEGRATION_INCORRECTLY_CONFIGURED', problem, { integrationId });
    await cancelIntegrationJobs(tx, scope.jobs, await runningImports(tx, integrationId), null);
    const jobId = await requestImport(tx, scope.jobs, integration, scope.user.email, { buildsAfterwards: true });
    return { result: { started: true, jobId }, target: integration.integrationType, targetId: integrationId };
  });
