import { sql, text } from '@quarry/clickhouse';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { jobs } from '@quarry/postgres/tables/jobs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { datasetTables } from '#server/features/datasets/table.ts';
import { dropRetiredVersions, GRACE_MS } from './drop-retired-versions.ts';
import { company, openTestWorld, type TestWorld } from './testing/test-world.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await openTestWorld();
  await world.put(
    'companies',
    [1, 2, 3, 4, 5].map((id) => company(id, { categories: [`Category ${id}`] })),
  );
});
afterAll(() => world.close());

describe('an interrupted build', () => {
  const BATCH = 2;

  async function contents(clientId: string): Promise<unknown> {
    const dataset = await world.open(clientId);
    const { table, rowsTable } = dataset;
    return {
      wide: await world.read(sql`SELECT * EXCEPT (__added_at) FROM ${table()} ORDER BY __company_id`, {
        __company_id: z.string(),
        name: z.string(),
        __content_hash: z.string(),
        __quality_score: z.number(),
      }),
      rows: await world.read(sql`SELECT toString(company_id) AS id, row FROM ${rowsTable()} ORDER BY company_id`, {
        id: z.string(),
        row: z.string(),
      }),
    };
  }

  test.each([2, 3, 4])(
    'resumes after a crash before save %i and yields the same dataset',
    async (crashAtCheckpoint) => {
      const smooth = await world.client(`smooth${crashAtCheckpoint}`);
      await world.build(smooth, { rangeCompanies: BATCH });
      const id = await world.client(`crashed${crashAtCheckpoint}`);
      const first = await world.build(id, { rangeCompanies: BATCH, crashAtCheckpoint });
      expect(first.crashed).toBe(true);
      await expect(world.open(id)).rejects.toMatchObject({ errorCode: 'DATASET_NOT_BUILT' });
      const second = await world.build(id, { rangeCompanies: BATCH, checkpoint: first.checkpoint });
      expect(second.crashed).toBe(false);
      expect(await contents(id)).toEqual(await contents(smooth));
    },
  );

  test('a crash between the swap and the end of the job leaves the dataset as it is', async () => {
    const id = await world.client('swapped');
    const first = await world.build(id, { rangeCompanies: BATCH });
    const before = await contents(id);
    await world.build(id, { rangeCompanies: BATCH, checkpoint: first.checkpoint });
    expect(await contents(id)).toEqual(before);
  });

  test('readers keep the old version until the swap, and can finish reading it afterwards', async () => {
    const id = await world.client('swap');
    await world.build(id, { rangeCompanies: BATCH });
    const old = await world.open(id);
    const crashed = await world.build(id, { rangeCompanies: BATCH, crashAtCheckpoint: 5 });
    expect(crashed.crashed).toBe(true);
    expect((await world.open(id)).version).toBe(old.version);
    await world.build(id, { rangeCompanies: BATCH, checkpoint: crashed.checkpoint });
    expect((await world.open(id)).version).not.toBe(old.version);
    const count = () => world.read(sql`SELECT toUInt32(count()) AS rows FROM ${old.table()}`, { rows: z.number() });
    expect(await dropRetiredVersions(world)).not.toContain(Number(old.version));
    expect(await count()).not.toEqual([{ rows: 0 }]);
    const later = new Date(Date.now() + GRACE_MS + 1000);
    expect(await dropRetiredVersions(world, { now: later })).toContain(Number(old.version));
    await expect(count()).rejects.toThrow();
  });

  test('a build that started over leaves its first version to be dropped', async () => {
    const id = await world.client('restarted');
    const { checkpoint } = await world.build(id, { rangeCompanies: BATCH, crashAtCheckpoint: 3 });
    const { version } = z.object({ version: z.number() }).parse(checkpoint);
    const job = { id: '00000000-0000-4000-8000-000000000000', clientId: id, type: 'dataset-build', input: {} };
    await world.db.asSystem((tx) => tx.insert(jobs).values({ ...job, checkpoint }));
    expect(await dropRetiredVersions(world)).not.toContain(version);
    await world.db.asSystem((tx) => tx.update(jobs).set({ checkpoint: null }).where(eq(jobs.id, job.id)));
    expect(await dropRetiredVersions(world)).toContain(version);
    await world.db.asSystem((tx) => tx.delete(jobs).where(eq(jobs.id, job.id)));
  });

  test('leftovers of an abandoned build are dropped, recorded or not', async () => {
    const id = await world.client('leftovers');
    await world.build(id, { rangeCompanies: BATCH });
    const { version } = await world.open(id);
    const crashed = await world.build(id, { rangeCompanies: BATCH, crashAtCheckpoint: 3 });
    const { version: abandoned } = z.object({ version: z.number() }).parse(crashed.checkpoint);
    const { database } = datasetTables('leftovers', 0);
    await world.warehouse.command(
      sql`CREATE TABLE client_leftovers.rows_99999 (x UInt8) ENGINE = MergeTree ORDER BY x`,
    );
    expect(await dropRetiredVersions(world, { orphans: true })).toContain(abandoned);
    const left = await world.warehouse.rows(
      sql`SELECT name FROM system.tables WHERE database = ${text(database)} ORDER BY name`,
      z.object({ name: z.string() }),
    );
    expect(left.map(({ name }) => name)).toEqual(
      ['dataset', 'members', 'rows', 'values'].map((name) => `${name}_${version}`),
    );
    const [row] = await world.db.asSystem((tx) => tx.select().from(clients).where(eq(clients.id, id)));
    expect(String(row?.datasetVersion)).toBe(version);
  });
});
