import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import { segments } from '@quarry/postgres/tables/segments';
import type { Verb } from '#server/platform/mount.ts';
import { assertSegments } from './assert-segments.ts';
import { readIntegration } from './integration.ts';

/**
 * Puts a segment into a connector's auto-sync or takes it out. The first one turns auto-sync on for segments only, so that
 * one click never sends the whole dataset. Throws NOT_FOUND and INTEGRATION_INCORRECTLY_CONFIGURED.
 */
export const setSegmentAutosync: Verb<typeof contracts.setSegmentAutosync> = (scope, input) => {
  const { segmentId, integrationId, autoSyncStatus } = input;
  return scope.change(async (tx) => {
    const clientId = scope.client.id;
    const { settings, encryptedCredentials } = await readIntegration(tx, clientId, integrationId, 'update');
    await assertSegments(tx, clientId, [segmentId]);
    if (autoSyncStatus && encryptedCredentials === null) {
      throw new AppError('INTEGRATION_INCORRECTLY_CONFIGURED', 'This connector is not connected.');
    }
    const others = settings.segmentIds.filter((id) => id !== segmentId);
    const segmentIds = autoSyncStatus ? [...others, segmentId] : others;
    const allCompaniesAreSynced = settings.enableAutoSync && !settings.syncSegmentRecordsOnly;
    const isFirst = autoSyncStatus && !settings.enableAutoSync;
    const after = {
      ...settings,
      segmentIds,
      ...(isFirst ? { enableAutoSync: true, syncSegmentRecordsOnly: true } : {}),
    };
    await tx.update(integrations).set({ settings: after }).where(eq(integrations.id, integrationId));
    const [segment] = await tx.select({ name: segments.name }).from(segments).where(eq(segments.id, segmentId));
    return {
      result: { allCompaniesAreSynced, segmentIds },
      target: segment?.name ?? segmentId,
      targetId: segmentId,
      before: { integrationId, segmentIds: settings.segmentIds, enableAutoSync: settings.enableAutoSync },
      after: { integrationId, segmentIds, enableAutoSync: after.enableAutoSync },
    };
  });
};
