import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDatabase, ident, openEmbedded, sql } from '@quarry/clickhouse';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { csvExports } from '@quarry/postgres/tables/exports';
import { createTestDatabase } from '@quarry/testing';
import pino from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createClient } from '#server/features/client-configs/create-client.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { datasetDatabase } from '#server/features/datasets/table.ts';
import { isLeftOut, listEntries } from '#server/platform/backup/content.ts';
import { createJobs } from '#server/platform/jobs/jobs.ts';
import { killableWorker } from '#server/testing/killable-worker.ts';
import { clientDeletion } from './delete-due-clients.ts';

const DAY_MS = 24 * 3_600_000;

test('kill -9 in the middle of a deletion: the next run completes it, and touches nobody else', async () => {
  const path = await mkdtemp(join(tmpdir(), 'quarry-deletion-'));
  const database = await createTestDatabase();
  const { db } = database;
  const worker = killableWorker(fileURLToPath(new URL('testing/deletion-worker.ts', import.meta.url)), () => [
    database.connectionString,
    path,
  ]);
  const log = pino({ level: 'silent' });
  const apiJobs = createJobs({ db, definitions: [clientDeletion], deps: {} as never, role: 'api', log });
  const openEngine = () => openEmbedded({ path: join(path, 'engine'), peopleSessions: 1, jobSessions: 1 });
  const foldersOf = (id: string) => readdir(join(path, 'files', 'exports', id)).catch(() => []);
  /** Everything that a backup of the folder would have of a client. */
  const inBackup = async (names: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for await (const entry of listEntries(path, isLeftOut))
      if (names.some((name) => entry.path.includes(name))) found.push(entry.path);
    return found;
  };
  const exists = async (id: string) =>
    (await db.asSystem((tx) => tx.select().from(clients).where(eq(clients.id, id)))).length > 0;
  const before = await openEngine();
  const make = async (name: string, exports: number): Promise<string> => {
    const actor = { userId: null, name: 'test' };
    const clientId = await db.asSystem((tx) => createClient(tx, { config: defaultConfig(name) }, actor));
    const folder = datasetDatabase(name);
    await createDatabase(before, folder);
    for (const table of ['dataset_1', 'rows_1', 'values_1', 'members_1'])
      await before.command(sql`CREATE TABLE ${ident(folder, table)} (id UInt64) ENGINE = MergeTree ORDER BY id`);
    // Changed definitions are kept aside for a moment.
    await before.command(sql`ALTER TABLE ${ident(folder, 'dataset_1')} ADD COLUMN score Float64`);
    await db.asSystem(async (tx) => {
      const rows = Array.from({ length: exports }, () => ({ clientId, type: 'DATASET', config: {} }));
      const people = { requestedBy: 'test', requestedByEmail: 'test@quarry.test' };
      const made = await tx
        .insert(csvExports)
        .values(rows.map((row) => ({ ...row, ...people })))
        .returning({ id: csvExports.id });
      for (const { id } of made) {
        await mkdir(join(path, 'files', 'exports', clientId, id), { recursive: true });
        await writeFile(join(path, 'files', 'exports', clientId, id, 'part.csv'), 'name');
      }
    });
    return clientId;
  };
  try {
    const [gone, kept] = [await make('gone', 400), await make('kept', 2)];
    await before.close();
    const yesterday = new Date(Date.now() - DAY_MS);
    await db.asSystem((tx) =>
      tx.update(clients).set({ scheduledForDeletionAt: yesterday }).where(eq(clients.id, gone)),
    );
    let killed = 0;
    while (await exists(gone)) {
      await db.asSystem((tx) => apiJobs.enqueue(tx, clientDeletion, null, {}, { requestedBy: 'test' }));
      const [left, mayEnd] = [(await foldersOf(gone)).length, killed === 2];
      await worker.start();
      while ((await exists(gone)) && (mayEnd || (await foldersOf(gone)).length > left - 40)) await setImmediate();
      await worker.kill();
      if (await exists(gone)) killed += 1;
    }
    expect(killed).toBe(2);
    expect(await foldersOf(gone)).toEqual([]);
    expect(await foldersOf(kept)).toHaveLength(2);
    const exportsLeft = await db.asSystem((tx) => tx.select({ clientId: csvExports.clientId }).from(csvExports));
    expect(exportsLeft).toEqual([{ clientId: kept }, { clientId: kept }]);
    expect(await inBackup([datasetDatabase('gone'), gone])).toEqual([]);
    expect(await inBackup([datasetDatabase('kept'), kept])).not.toEqual([]);
    const after = await openEngine();
    const databases = await after.rows(
      sql`SELECT database AS name, toUInt32(count()) AS tables FROM system.tables
        WHERE startsWith(database, 'client_') GROUP BY database`,
      z.object({ name: z.string(), tables: z.number() }),
    );
    await after.close();
    expect(databases).toEqual([{ name: datasetDatabase('kept'), tables: 4 }]);
  } finally {
    await worker.kill();
    await database.drop();
    await rm(path, { recursive: true, force: true });
  }
}, 120_000);
