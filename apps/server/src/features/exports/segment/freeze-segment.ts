import { createTable, dropTable } from '@quarry/clickhouse';
import type { SegmentExportConfig } from '@quarry/contracts';
import { z } from 'zod';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { frozenTable, newFrozenTable } from '../exports.sql.ts';
import { takeSnapshot } from '../take-snapshot.ts';
import { frozenContactsTable } from './contact-columns.sql.ts';
import { copyContacts, copySuppressedDomains } from './copy-contacts.ts';
import { type PlannedSegment, segmentPlan } from './segment-plan.ts';
import { frozenCompaniesTable, insertSegmentCompanies, suppressedDomainsTable } from './segment-tables.sql.ts';

/** A segment's companies and contacts as they were at one moment, with a clone of the dataset and the plan. */
export const segmentSnapshot = z.object({
  table: frozenTable,
  companies: frozenTable,
  contacts: frozenTable,
  plan: segmentPlan,
});
export type SegmentSnapshot = z.infer<typeof segmentSnapshot>;

/** Copies the companies and contacts of a segment for an export, so that it can wait while they change. */
export async function freezeSegment(
  scope: Pick<ClientScope, 'client' | 'read' | 'caches' | 'warehouse'>,
  exportId: string,
  config: SegmentExportConfig,
  { plan, run }: PlannedSegment,
  signal: AbortSignal,
): Promise<SegmentSnapshot> {
  const { warehouse, client } = scope;
  const options = { lane: 'people', signal } as const;
  const dataset = await openDataset(scope);
  const { table } = await takeSnapshot(scope, client.name, exportId, plan.companies, options);
  const [companies, contacts, domains] = [newTable(), newTable(), newTable()];
  await createTable(warehouse, frozenContactsTable(contacts));
  await copyContacts(scope, config, contacts, plan, options);
  await createTable(warehouse, suppressedDomainsTable(domains));
  const suppressed = (await copySuppressedDomains(scope, domains, options)) ? domains : null;
  await createTable(warehouse, frozenCompaniesTable(companies));
  const from = { clientName: client.name, dataset, run };
  await warehouse.command(insertSegmentCompanies({ companies, contacts }, from, config, suppressed), options);
  await dropTable(warehouse, domains);
  return { table, companies, contacts, plan };

  function newTable() {
    return newFrozenTable(client.name, exportId);
  }
}
