import type { CrmRecord } from '@quarry/contracts';
import { and, eq, inArray, isNotNull, or, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { integrationJobs, integrations, syncJournal, syncStatuses } from '@quarry/postgres/tables/integrations';
import { externalRecordUrl } from '#server/features/integrations/external-record-url.ts';
import { readIntegrationRow } from '#server/features/integrations/integration.ts';
import type { Config } from '#server/platform/config.ts';

/** Where syncs have sent contacts, by account. What one is sending at the moment may have no id yet. */
export async function readCrmRecords(
  tx: Transaction,
  config: Config,
  contactIds: readonly string[],
): Promise<CrmRecord[]> {
  const ids = [...contactIds];
  const isThere = and(
    eq(syncStatuses.recordType, 'contact'),
    inArray(syncStatuses.recordId, ids),
    // A webhook tells no id.
    or(isNotNull(syncStatuses.externalId), isNotNull(syncStatuses.firstSyncedAt)),
  );
  const linked = await tx
    .select({ integration: integrations, clientName: clients.name, externalId: syncStatuses.externalId })
    .from(syncStatuses)
    .innerJoin(integrations, eq(integrations.id, syncStatuses.integrationId))
    .innerJoin(clients, eq(clients.id, syncStatuses.clientId))
    .where(isThere);
  const sending = await tx
    .select({ integration: integrations, clientName: clients.name, externalId: syncJournal.externalId })
    .from(syncJournal)
    .innerJoin(integrationJobs, eq(integrationJobs.jobId, syncJournal.jobId))
    .innerJoin(integrations, eq(integrations.id, integrationJobs.integrationId))
    .innerJoin(clients, eq(clients.id, syncJournal.clientId))
    .where(
      and(eq(syncJournal.recordType, 'contact'), inArray(syncJournal.recordId, ids), eq(syncJournal.state, 'intended')),
    );
  const known = new Set(linked.map(({ integration, externalId }) => `${integration.id} ${externalId}`));
  const isNew = ({ integration, externalId }: (typeof sending)[number]) =>
    !known.has(`${integration.id} ${externalId}`);
  return [...linked, ...sending.filter(isNew)]
    .map(({ integration, clientName, externalId }): CrmRecord => {
      const read = readIntegrationRow(integration);
      const url = externalId === null ? null : externalRecordUrl(read, 'contact', externalId, config);
      return { clientName, integrationType: read.integrationType, externalId, url };
    })
    .sort((a, b) => a.clientName.localeCompare(b.clientName) || a.integrationType.localeCompare(b.integrationType));
}
