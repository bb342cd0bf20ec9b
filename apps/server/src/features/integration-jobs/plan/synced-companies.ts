import {
  createTable,
  DURABLE,
  defineTable,
  ident,
  inline,
  localTable,
  onCluster,
  sql,
  type TableDefinition,
  text,
  type Warehouse,
} from '@quarry/clickhouse';
import { and, asc, type Database, eq, gt, inArray, isNotNull, type Transaction } from '@quarry/postgres';
import { integrationJobs, syncStatuses } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { datasetDatabase } from '#server/features/datasets/table.ts';

/** The hash of a company that must be synced again: its last attempt failed, or was skipped. */
export const NOT_SYNCED = '0';
/** The hash of a company after the last update that it gets when it leaves the synced segments. */
export const HAS_LEFT = '1';

/**
 * What was last sent of each company to each connector, so that the engine finds the changed ones. A copy of
 * `sync_statuses`, brought up to date before each plan, and made anew whenever it does not have as many companies.
 */
export function syncedCompaniesTable(clientName: string): TableDefinition {
  return defineTable({
    database: datasetDatabase(clientName),
    name: 'synced_companies',
    columns: [
      { name: 'integration_id', type: 'LowCardinality(String)' },
      { name: 'company_id', type: 'UInt64' },
      { name: 'hash', type: 'UInt64' },
      { name: 'is_disabled', type: 'Bool' },
      { name: 'written_at', type: 'UInt64' },
    ],
    engine: { kind: 'ReplacingMergeTree', version: 'written_at' },
    partitionBy: sql`integration_id`,
    orderBy: ['integration_id', 'company_id'],
    settings: DURABLE,
    shardBy: sql`company_id`,
  });
}

interface Stores {
  readonly db: Database;
  readonly warehouse: Warehouse;
  readonly signal: AbortSignal;
}

export interface SyncTarget {
  readonly clientId: string;
  readonly clientName: string;
  readonly integrationId: string;
}

const ROWS_AT_ONCE = 20_000;
const countRow = z.object({ companies: z.coerce.number() });

/** Copies the companies of runs that ended, or died, since the last copy; a run that goes on is copied again later. */
export async function refreshSyncedCompanies(
  stores: Stores,
  target: SyncTarget,
  { goesOn }: { readonly goesOn: string | null },
): Promise<void> {
  const { db, warehouse, signal } = stores;
  const table = syncedCompaniesTable(target.clientName);
  await createTable(warehouse, table);
  const unsettled = await db.asClient(target.clientId, (tx) => readUnsettled(tx, target));
  const ids = unsettled.map(({ jobId }) => jobId);
  if (ids.length > 0) await copyStatuses(stores, target, ids);
  const expected = await db.asClient(target.clientId, (tx) => tx.$count(syncStatuses, attempted(target)));
  const [found] = await warehouse.rows(
    sql`SELECT count() AS companies FROM ${ident(table.database, table.name)} FINAL
      WHERE integration_id = ${text(target.integrationId)}`,
    countRow,
    { lane: 'jobs', signal },
  );
  if (found?.companies !== expected) {
    // Also without the companies that have no status any more, because another account of the CRM was connected.
    const { topology } = warehouse;
    const rows = sql`ALTER TABLE ${localTable(topology, table)}${onCluster(topology)}`;
    await warehouse.command(inline(sql`${rows} DROP PARTITION ${text(target.integrationId)}`), {
      lane: 'jobs',
      signal,
    });
    await copyStatuses(stores, target, null);
  }
  const ended = ids.filter((id) => id !== goesOn);
  if (ended.length === 0) return;
  await db.asClient(target.clientId, async (tx) => {
    await tx.update(integrationJobs).set({ isSettled: true }).where(inArray(integrationJobs.jobId, ended));
  });
}

function readUnsettled(tx: Transaction, { clientId, integrationId }: SyncTarget) {
  return tx
    .select({ jobId: integrationJobs.jobId })
    .from(integrationJobs)
    .where(
      and(
        eq(integrationJobs.clientId, clientId),
        eq(integrationJobs.integrationId, integrationId),
        eq(integrationJobs.isSettled, false),
      ),
    );
}

const attempted = ({ clientId, integrationId }: SyncTarget) =>
  and(
    eq(syncStatuses.clientId, clientId),
    eq(syncStatuses.integrationId, integrationId),
    eq(syncStatuses.recordType, 'company'),
    isNotNull(syncStatuses.lastJobId),
  );

async function copyStatuses(
  { db, warehouse, signal }: Stores,
  target: SyncTarget,
  jobIds: readonly string[] | null,
): Promise<void> {
  const { database, name } = syncedCompaniesTable(target.clientName);
  const writtenAt = Date.now();
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const rows = await db.asClient(target.clientId, (tx) =>
      tx
        .select({
          id: syncStatuses.recordId,
          hash: syncStatuses.payloadHash,
          status: syncStatuses.lastSyncStatus,
          isDisabled: syncStatuses.isSyncDisabled,
        })
        .from(syncStatuses)
        .where(
          and(
            attempted(target),
            gt(syncStatuses.recordId, after),
            jobIds === null ? undefined : inArray(syncStatuses.lastJobId, [...jobIds]),
          ),
        )
        .orderBy(asc(syncStatuses.recordId))
        .limit(ROWS_AT_ONCE),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    await warehouse.insert(
      { database, table: name },
      rows.map(({ id, hash, status, isDisabled }) => ({
        integration_id: target.integrationId,
        company_id: id,
        hash: status === 'SUCCESS' ? (hash ?? NOT_SYNCED) : NOT_SYNCED,
        is_disabled: isDisabled,
        written_at: writtenAt,
      })),
      { lane: 'jobs', signal },
    );
    after = last.id;
  }
}
