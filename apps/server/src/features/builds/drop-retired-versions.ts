import { dropTable, listTables, sql, text, type Warehouse } from '@quarry/clickhouse';
import { and, sql as condition, type Database, eq, inArray } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import { datasetDatabase, datasetTables } from '#server/features/datasets/table.ts';
import { dropFiller } from './rows-view.sql.ts';

/** A version stays this long after the swap for its current readers. */
export const GRACE_MS = 120_000;

const versionCheckpoint = z.object({ jobId: z.string() });

/**
 * Drops versions that were retired before the grace period or whose build was abandoned. With `orphans`, also tables of
 * unrecorded versions. Safe to repeat after a crash. Returns the dropped versions.
 */
export async function dropRetiredVersions(
  stores: { readonly db: Database; readonly warehouse: Warehouse },
  options: { readonly now?: Date; readonly orphans?: boolean } = {},
): Promise<number[]> {
  const { db, warehouse } = stores;
  const now = options.now ?? new Date();
  const versions = await db.asSystem((tx) =>
    tx
      .select({ version: datasetVersions, clientName: clients.name, currentVersion: clients.datasetVersion })
      .from(datasetVersions)
      .innerJoin(clients, eq(clients.id, datasetVersions.clientId)),
  );
  const dropped: number[] = [];
  for (const { version, clientName, currentVersion } of versions) {
    if (version.version === currentVersion || !(await isDroppable(db, version, now))) continue;
    await dropVersion(warehouse, clientName, version.version);
    await db.asSystem((tx) => tx.delete(datasetVersions).where(eq(datasetVersions.version, version.version)));
    dropped.push(version.version);
  }
  if (options.orphans === true) {
    const names = [...new Set(versions.map(({ clientName }) => clientName))];
    for (const clientName of names) await dropOrphans(db, warehouse, clientName);
  }
  return dropped;
}

async function isDroppable(db: Database, version: typeof datasetVersions.$inferSelect, now: Date): Promise<boolean> {
  switch (version.status) {
    case 'READY':
      return false;
    case 'FAILED':
      return true;
    case 'RETIRED':
      return (version.retiredAt?.getTime() ?? 0) + GRACE_MS <= now.getTime();
    case 'BUILDING': {
      const build = versionCheckpoint.safeParse(version.checkpoint);
      if (!build.success) return true;
      const live = await db.asSystem((tx) =>
        tx
          .select({ id: jobs.id })
          .from(jobs)
          .where(
            and(
              eq(jobs.id, build.data.jobId),
              inArray(jobs.status, ['WAITING', 'PROCESSING']),
              // A build that started over works on another version.
              condition`${jobs.checkpoint}->>'version' = ${String(version.version)}`,
            ),
          ),
      );
      return live.length === 0;
    }
  }
}

async function dropVersion(warehouse: Warehouse, clientName: string, version: number): Promise<void> {
  const tables = datasetTables(clientName, version);
  const { database } = tables;
  const [exists] = await warehouse.rows(
    sql`SELECT toUInt32(count()) AS found FROM system.databases WHERE name = ${text(database)}`,
    z.object({ found: z.number() }),
    { lane: 'jobs' },
  );
  if (exists?.found !== 1) return;
  await warehouse.command(dropFiller(tables, warehouse.topology), { lane: 'jobs' });
  const { dataset, rows, members, values, scores, previous, offers, candidates } = tables;
  const names = [dataset, rows, members, values, scores, previous, offers, candidates];
  for (const name of names) await dropTable(warehouse, { database, name });
}

const VERSIONED = /^(?:dataset|rows|members|values|scores|previous|offers|candidates|filler)_(\d+)$/;

async function dropOrphans(db: Database, warehouse: Warehouse, clientName: string): Promise<void> {
  const found = await listTables(warehouse, datasetDatabase(clientName));
  const numbers = new Set(
    found.map((name) => Number(VERSIONED.exec(name)?.[1])).filter((number) => !Number.isNaN(number)),
  );
  // Read after the tables: a build records its version before it creates its tables.
  const recorded = await db.asSystem((tx) => tx.select({ version: datasetVersions.version }).from(datasetVersions));
  for (const { version } of recorded) numbers.delete(version);
  for (const version of numbers) await dropVersion(warehouse, clientName, version);
}
