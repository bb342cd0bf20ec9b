import { type getCompanySyncStatus as contract, integrationType } from '@quarry/contracts';
import { and, asc, eq } from '@quarry/postgres';
import { integrations, syncStatuses } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { companyIdByLinkedInId } from '#server/features/companies/search.sql.ts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { describeError } from './errors/catalogue.ts';

const idRow = z.object({ id: z.string() });

/** Returns how a company stands with each connector. */
export const getCompanySyncStatus: Verb<typeof contract> = async (scope, { linkedInId, companyId }) => {
  const dataset = await openDataset(scope);
  const rows = await scope.read((tx) =>
    tx
      .select({ id: integrations.id, integrationType: integrations.integrationType })
      .from(integrations)
      .orderBy(asc(integrations.createdAt)),
  );
  const connected = rows.map((row) => ({ id: row.id, integrationType: integrationType.parse(row.integrationType) }));
  const [found] =
    companyId !== '' || linkedInId === ''
      ? []
      : await scope.warehouse.rows(companyIdByLinkedInId(dataset, linkedInId), idRow, { signal: scope.request.signal });
  const recordId = companyId === '' ? found?.id : companyId;
  if (recordId === undefined) return { integrations: connected, syncStatuses: [] };
  const statuses = await scope.read((tx) =>
    tx
      .select()
      .from(syncStatuses)
      .where(
        and(
          eq(syncStatuses.clientId, scope.client.id),
          eq(syncStatuses.recordType, 'company'),
          eq(syncStatuses.recordId, recordId),
        ),
      ),
  );
  return {
    integrations: connected,
    syncStatuses: statuses.map((status) => ({
      integrationId: status.integrationId,
      externalId: status.externalId,
      lastSyncedAt: status.lastSyncedAt?.toISOString() ?? null,
      lastSyncAttemptAt: status.lastSyncAttemptAt?.toISOString() ?? null,
      lastSyncStatus: status.lastSyncStatus,
      lastSyncError:
        status.errorCode === null
          ? null
          : describeError({
              errorCode: status.errorCode,
              field: status.errorField,
              message: status.errorMessage,
            }),
      firstSyncedAt: status.firstSyncedAt?.toISOString() ?? null,
      isSyncDisabled: status.isSyncDisabled,
      wasCreatedByQuarry: status.wasCreatedByQuarry,
    })),
  };
};
