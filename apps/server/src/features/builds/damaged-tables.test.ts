import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ident, sql, text } from '@quarry/clickhouse';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { generateUniverse } from '#server/features/universe/generate/generate-universe.ts';
import { jobDefinitions } from '#server/jobs.ts';
import { migrations, tables } from '#server/migrations.ts';
import { readConfig } from '#server/platform/config.ts';
import { toAppError } from '#server/platform/errors.ts';
import { type OpenPlatform, openPlatform } from '#server/platform/open-platform.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { waitForBuild } from './ensure-first-build.ts';

let database: TestDatabase;
let folder: string;
let open: OpenPlatform;
let alpha: TestClient;
let beta: TestClient;

async function start(): Promise<void> {
  const config = readConfig({ NODE_ENV: 'test', QUARRY_DATA_DIR: folder });
  const databaseUrl = database.connectionString;
  open = await openPlatform({ ...config, databaseUrl }, { migrations, tables, jobs: jobDefinitions });
  await open.platform.jobs.start();
}

const generate = () =>
  open.platform.ledger.recordWrites(tables, (warehouse) =>
    generateUniverse({ warehouse, companies: 300, seed: 7, skipDetailRows: true, today: '2026-05-01' }),
  );

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'quarry-damage-test-'));
  await start();
  await generate();
  alpha = await buildTestDataset(open.platform, { name: 'alpha', companies: 300 });
  beta = await buildTestDataset(open.platform, { name: 'beta', companies: 300 });
});
afterAll(async () => {
  await open.close(1000);
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const problems = () => open.platform.problems.list().map(({ id, message }) => `${id}: ${message}`);

async function versionOf({ id }: TestClient): Promise<number> {
  const [row] = await database.db.asSystem((tx) => tx.select().from(clients).where(eq(clients.id, id)));
  return row?.datasetVersion ?? 0;
}

async function tableOf(client: TestClient) {
  const { database, dataset } = datasetTables(client.name, await versionOf(client));
  return { database, name: dataset };
}

/** The number of companies that a search finds; the error's code and status if it is refused. */
async function search(client: TestClient): Promise<unknown> {
  const { database, name } = await tableOf(client);
  const count = z.object({ companies: z.coerce.number() });
  // Reads every column, as an export does.
  const rows = sql`SELECT count() AS companies FROM (SELECT * FROM ${ident(database, name)}) WHERE NOT ignore(*)`;
  return open.platform.warehouse.rows(rows, count).then(
    ([row]) => row?.companies,
    (error: unknown) => [toAppError(error).errorCode, toAppError(error).status],
  );
}

async function rebuild(client: TestClient, input: { acceptLoss?: boolean; resetDataset?: boolean } = {}) {
  const jobId = await database.db.asSystem((tx) => requestBuild(tx, open.platform.jobs, client.id, input, 'test'));
  return waitForBuild(open.platform, jobId).then(
    () => 'built',
    (error: unknown) => toAppError(error).message,
  );
}

/** The folders of a table's parts, also of those that were merged a moment ago and would take over. */
async function partsOf({ database, name }: { database: string; name: string }): Promise<string[]> {
  const rows = await open.platform.warehouse.rows(
    sql`SELECT path FROM system.parts WHERE database = ${text(database)} AND table = ${text(name)}`,
    z.object({ path: z.string() }),
  );
  return rows.map(({ path }) => path);
}

async function dataFileOf(table: { database: string; name: string }): Promise<string> {
  const [part] = await partsOf(table);
  return `${part ?? ''}data.bin`;
}

async function restartWith(damage: () => void): Promise<void> {
  await open.close(1000);
  damage();
  await start();
}

test('a truncated part of a dataset is named at the next start, and nothing answers or builds without its rows', async () => {
  const table = await tableOf(alpha);
  const version = await versionOf(alpha);
  const file = await dataFileOf(table);
  const whole = await search(alpha);
  expect(problems()).toEqual([]);
  await restartWith(() => truncateSync(file, 100));
  expect(problems()).toEqual([
    expect.stringMatching(
      new RegExp(
        `^table:client_alpha.${table.name}: The table client_alpha.${table.name} has 0 of ${String(whole)} rows. .*\\(all_\\w+\\)`,
      ),
    ),
  ]);
  expect(await search(alpha)).toEqual(['DATA_DAMAGED', 503]);
  expect(await search(beta)).toBe(whole);
  expect(await rebuild(alpha)).toContain('Part of the stored data is damaged');
  expect(await versionOf(alpha)).toBe(version);
  expect(await rebuild(beta)).toBe('built');

  expect(await rebuild(alpha, { acceptLoss: true })).toBe('built');
  expect(problems()).toEqual([]);
  expect(await search(alpha)).toBe(whole);
});

test.each([
  ['found before anybody reads it', restartWith],
  ['found by the first read', async (damage: () => void) => damage()],
])('a byte that flipped is %s, and forgotten once it reads well again', async (how, change) => {
  const file = await dataFileOf(await tableOf(alpha));
  const whole = await search(alpha);
  const content = readFileSync(file);
  const flipped = Buffer.from(content);
  flipped[1000] = ~(flipped[1000] ?? 0) & 0xff;
  await change(() => writeFileSync(file, flipped));
  if (how === 'found by the first read') expect(await search(alpha)).toEqual(['DATA_DAMAGED', 503]);
  await expect.poll(problems).toEqual([expect.stringContaining('cannot be read: its part all_')]);
  expect(await search(alpha)).toEqual(['DATA_DAMAGED', 503]);
  expect(await search(beta)).toBe(whole);
  await restartWith(() => writeFileSync(file, content));
  expect(problems()).toEqual([]);
  expect(await search(alpha)).toBe(whole);
});

test('a deleted part of the universe stops every build until its rows are back', async () => {
  const parts = await partsOf({ database: 'universe', name: 'companies' });
  const version = await versionOf(beta);
  await restartWith(() => parts.forEach((part) => rmSync(part, { recursive: true })));
  expect(problems()).toEqual([expect.stringContaining('universe.companies has 0 of 300 rows. A part of it is gone.')]);
  expect(await rebuild(beta, { resetDataset: true })).toContain('Part of the stored data is damaged');
  expect(await versionOf(beta)).toBe(version);
  await generate();
  expect(problems()).toEqual([]);
  expect(await rebuild(beta)).toBe('built');
});

test('a write leaves each key in one part, so that a lost part which only replaced rows shows too', async () => {
  await generate();
  await generate();
  const rows = await open.platform.warehouse.rows(
    sql`SELECT name FROM system.tables WHERE database = 'universe' AND active_parts > 1`,
    z.object({ name: z.string() }),
  );
  expect(rows).toEqual([]);
});

test('an import that was killed raises no alarm, and the rows that it wrote count from the next start', async () => {
  const more = (companies: number) => (warehouse: typeof open.platform.warehouse) =>
    generateUniverse({ warehouse, companies, seed: 8, skipDetailRows: true, today: '2026-05-01' });
  const killed = open.platform.ledger.recordWrites(tables, async (warehouse) => {
    await more(100)(warehouse);
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  await restartWith(() => undefined);
  expect(problems()).toEqual([]);
  const parts = await partsOf({ database: 'universe', name: 'companies' });
  await restartWith(() => parts.forEach((part) => rmSync(part, { recursive: true })));
  expect(problems()).toEqual([expect.stringContaining('universe.companies has 0 of 400 rows')]);
});
