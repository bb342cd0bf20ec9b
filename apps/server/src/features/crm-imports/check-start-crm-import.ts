import type * as contracts from '@quarry/contracts';
import { readIntegration } from '#server/features/integrations/integration.ts';
import type { Verb } from '#server/platform/mount.ts';
import { runningImports, whyNotImportable } from './crm-import.ts';

/** Tells whether an import can start; one that runs would be stopped. Throws NOT_FOUND. */
export const checkStartCrmImport: Verb<typeof contracts.checkStartCrmImport> = (scope, { integrationId }) =>
  scope.read(async (tx) => {
    const integration = await readIntegration(tx, scope.client.id, integrationId);
    const message = whyNotImportable(integration);
    if (message !== null) {
      const cantStartJobReason = 'INTEGRATION_INCORRECTLY_CONFIGURED' as const;
      return { canStartJob: false, cantStartJobReason, message, jobId: null };
    }
    const [jobId] = await runningImports(tx, integrationId);
    if (jobId === undefined) return { canStartJob: true, cantStartJobReason: null, message: null, jobId: null };
    const cantStartJobReason = 'INTEGRATION_JOB_ALREADY_RUNNING' as const;
    return { canStartJob: false, cantStartJobReason, message: 'An import is currently in progress', jobId };
  });
