import type * as contracts from '@quarry/contracts';
import { and, eq } from '@quarry/postgres';
import { companySyncStatuses, integrations } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { companyIdByLinkedInId } from './search.sql.ts';

const integrationType = z.enum(['SALESFORCE', 'HUBSPOT', 'WEBHOOK', 'PIPEDRIVE']);
const syncError = z.object({ shortDescription: z.string(), longDescription: z.string() }).nullable();
const idRow = z.object({ id: z.string() });

/** Returns the sync status of a company in each connected CRM. */
export const getCompanySyncStatus: Verb<typeof contracts.getCompanySyncStatus> = async (scope, { linkedInId }) => {
  const dataset = await openDataset(scope);
  const rows = await scope.read((tx) =>
    tx
      .select({ id: integrations.id, integrationType: integrations.integrationType })
      .from(integrations)
      .orderBy(integrations.createdAt),
  );
  const connected = rows.map((row) => ({ id: row.id, integrationType: integrationType.parse(row.integrationType) }));
  const [company] =
    linkedInId === ''
      ? []
      : await scope.warehouse.rows(companyIdByLinkedInId(dataset, linkedInId), idRow, { signal: scope.request.signal });
  if (company === undefined) return { integrations: connected, syncStatuses: [] };
  const statuses = await scope.read((tx) =>
    tx
      .select()
      .from(companySyncStatuses)
      .where(and(eq(companySyncStatuses.clientId, scope.client.id), eq(companySyncStatuses.companyId, company.id))),
  );
  return {
    integrations: connected,
    syncStatuses: statuses.map((status) => ({
      integrationId: status.integrationId,
      externalId: status.externalId,
      lastSyncedAt: status.lastSyncedAt?.toISOString() ?? null,
      lastSyncAttemptAt: status.lastSyncAttemptAt?.toISOString() ?? null,
      lastSyncStatus: status.lastSyncStatus,
      lastSyncError: syncError.parse(status.lastSyncError),
      firstSyncedAt: status.firstSyncedAt?.toISOString() ?? null,
      isSyncDisabled: status.isSyncDisabled,
      wasCreatedByQuarry: status.wasCreatedByQuarry,
    })),
  };
};
