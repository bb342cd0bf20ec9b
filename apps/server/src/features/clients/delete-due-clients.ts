import { dropDatabase } from '@quarry/clickhouse';
import { and, eq, inArray, isNotNull, lte, sql, type Transaction } from '@quarry/postgres';
import { apiKeys } from '@quarry/postgres/tables/api-keys';
import { clients } from '@quarry/postgres/tables/clients';
import { coverageAnalyses } from '@quarry/postgres/tables/coverage-analyses';
import { estimationReports } from '@quarry/postgres/tables/estimation-reports';
import { csvExports } from '@quarry/postgres/tables/exports';
import { jobs } from '@quarry/postgres/tables/jobs';
import { memberships } from '@quarry/postgres/tables/memberships';
import { resourceLocks } from '@quarry/postgres/tables/resource-locks';
import { staffExports } from '@quarry/postgres/tables/staff-exports';
import { tableLedger } from '@quarry/postgres/tables/table-ledger';
import { userSettings } from '@quarry/postgres/tables/user-settings';
import { z } from 'zod';
import { datasetDatabase } from '#server/features/datasets/table.ts';
import { exportsFolderOf, folderOf } from '#server/features/exports/run-export.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';

export const DELETION_EVERY_MS = 60_000;
const BATCH = 500;

type Stores = Pick<JobContext, 'db' | 'warehouse' | 'files' | 'log'>;

/** Deletes the clients whose date has come. */
export const clientDeletion = defineJob({
  type: 'client-deletion',
  input: z.object({}),
  concurrency: 'global',
  maxAttempts: 1,
  timeoutMs: 30 * 60_000,
  run: async (ctx) => void (await deleteDueClients(ctx)),
});

/**
 * Deletes every client whose date has come: its dataset, files and rows. Its ledger of credits and its audit trail stay.
 * Every step can be repeated, so that a run that was killed is completed by the next. Returns the deleted names.
 */
export async function deleteDueClients(stores: Stores, now = new Date()): Promise<string[]> {
  const due = await stores.db.asSystem((tx) =>
    tx
      .select({ id: clients.id, name: clients.name })
      .from(clients)
      .where(and(isNotNull(clients.scheduledForDeletionAt), lte(clients.scheduledForDeletionAt, now))),
  );
  const deleted: string[] = [];
  for (const client of due) {
    const isClosed = await stores.db.asSystem((tx) => closeClient(tx, client.id, now));
    // Jobs that were running end first, so that none of them writes after the deletion.
    if (!isClosed) continue;
    await removeFiles(stores, client.id);
    await removeStaffExports(stores, client.name);
    await dropDatabase(stores.warehouse, datasetDatabase(client.name), { lane: 'jobs' });
    await stores.db.asSystem((tx) => removeRows(tx, client));
    stores.log.info({ client: client.name }, 'deleted a client');
    deleted.push(client.name);
  }
  return deleted;
}

/** Lets nobody in any more, and stops the client's jobs. Returns true once none of them runs. */
async function closeClient(tx: Transaction, clientId: string, now: Date): Promise<boolean> {
  const [row] = await tx.select().from(clients).where(eq(clients.id, clientId)).for('update');
  if (row?.scheduledForDeletionAt == null || row.scheduledForDeletionAt > now) return false;
  await tx.update(clients).set({ autoSyncEnabled: false }).where(eq(clients.id, clientId));
  await tx.delete(memberships).where(eq(memberships.clientId, clientId));
  await tx.delete(apiKeys).where(eq(apiKeys.clientId, clientId));
  // Otherwise the tables that are dropped next would count as lost.
  await tx.delete(tableLedger).where(eq(tableLedger.clientId, clientId));
  await tx
    .update(jobs)
    .set({ status: 'CANCELLED', finishedAt: now })
    .where(and(eq(jobs.clientId, clientId), eq(jobs.status, 'WAITING')));
  const running = await tx
    .update(jobs)
    .set({ cancelRequestedAt: now })
    .where(and(eq(jobs.clientId, clientId), eq(jobs.status, 'PROCESSING')))
    .returning({ id: jobs.id });
  return running.length === 0;
}

async function removeFiles({ db, files }: Stores, clientId: string): Promise<void> {
  for (;;) {
    const exports = await db.asSystem((tx) =>
      tx.select().from(csvExports).where(eq(csvExports.clientId, clientId)).limit(BATCH),
    );
    if (exports.length === 0) break;
    for (const row of exports) await files.deleteAll(folderOf(row));
    const ids = exports.map(({ id }) => id);
    await db.asSystem((tx) => tx.delete(csvExports).where(inArray(csvExports.id, ids)));
  }
  await files.deleteAll(exportsFolderOf(clientId));
}

/** Exports of the universe that staff made for the client. */
async function removeStaffExports({ db, files }: Stores, name: string): Promise<void> {
  const isFor = sql`${staffExports.config}->'config'->>'clientName' = ${name}`;
  const exports = await db.asSystem((tx) => tx.select().from(staffExports).where(isFor));
  for (const { fileKey } of exports) if (fileKey !== null) await files.delete(fileKey);
  await db.asSystem((tx) => tx.delete(staffExports).where(isFor));
}

/** Deletes the client; the rows of most tables go with it. */
async function removeRows(
  tx: Transaction,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await tx.delete(userSettings).where(eq(userSettings.clientId, id));
  await tx.delete(jobs).where(sql`${jobs.clientId} = ${id} or ${jobs.input}->>'clientId' = ${id}`);
  await tx.delete(resourceLocks).where(and(eq(resourceLocks.type, 'client-config'), eq(resourceLocks.id, name)));
  // What staff analysed for the client has its criteria and target domains.
  await tx.delete(coverageAnalyses).where(eq(coverageAnalyses.clientName, name));
  await tx.delete(estimationReports).where(sql`${estimationReports.config}->>'clientName' = ${name}`);
  await tx.delete(clients).where(eq(clients.id, id));
  await recordAudit(tx, {
    clientId: id,
    actorUserId: null,
    actor: 'schedule',
    action: 'client.deleted',
    target: name,
    targetId: id,
    before: null,
    after: null,
    requestId: null,
  });
}
