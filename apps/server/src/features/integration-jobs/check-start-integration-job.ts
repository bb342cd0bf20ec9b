import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { canStart } from './can-start.ts';
import { settleEnded } from './integration-job.ts';

/** Tells whether a sync can start. Throws NOT_FOUND. */
export const checkStartIntegrationJob: Verb<typeof contracts.checkStartIntegrationJob> = (scope, { integrationId }) =>
  scope.remember(async (tx) => {
    await settleEnded(tx, scope.client.id);
    return canStart(tx, scope.client.id, integrationId);
  });
