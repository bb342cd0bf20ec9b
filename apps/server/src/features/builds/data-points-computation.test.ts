import { ident, sql } from '@quarry/clickhouse';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { jobs } from '@quarry/postgres/tables/jobs';
import { tags } from '@quarry/postgres/tables/tags';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { versionSchema } from '#server/features/datasets/dataset-schema.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { company, currentVersion, openTestWorld, type TestWorld } from './testing/test-world.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await openTestWorld();
  await world.put(
    'companies',
    Array.from({ length: 9 }, (_, at) =>
      company(at + 1, {
        description: `Description of ${at + 1}, ${at % 2 === 0 ? 'plain' : 'ÄÖÜ'}`,
        categories: at % 3 === 0 ? [] : [`Category ${at % 4}`, 'Software'],
        founded_year: at === 0 ? null : 2000 + at,
        country: at % 2 === 0 ? 'DE' : 'FR',
      }),
    ),
  );
  await world.put(
    'jobs',
    [2, 2, 3, 5].map((id, nth) => ({
      company_id: String(id),
      item_id: String(nth),
      title: nth === 0 ? 'Sales Manager' : 'Data Engineer',
      description: '',
      last_seen_at: '2026-02-01',
      version: 1,
    })),
  );
  await world.put(
    'collections',
    [1, 2, 3, 4, 5].map((id) => ({
      block: 'jobs',
      company_id: String(id),
      collected_at: new Date().toISOString(),
      version: 1,
    })),
  );
});
afterAll(() => world.close());

const definition = (internalName: string, externalName: string, configId?: string) => ({
  internalName,
  externalName,
  displayName: externalName,
  ...(configId === undefined ? {} : { configId }),
});
const BASE = [
  definition('firmographics/primary_domain', 'domain'),
  definition('firmographics/company_name', 'name'),
  definition('firmographics/country', 'country'),
  definition('firmographics/description', 'description'),
];
const MORE = [
  ...BASE,
  // Names of the universe and of statements, which must not be confused with them.
  definition('jobs/count', 'company_id', 'roles'),
  definition('jobs/titles', 'value0', 'roles'),
  definition('firmographics/categories', 'categories'),
  definition('firmographics/founded_year', 'identity_part'),
];
const roles = (...titleKeywords: string[]) => ({
  configId: 'roles',
  blockName: 'jobs',
  label: 'Roles',
  config: { titleKeywords, onlyOpenJobs: false },
});
const ENGINEERS = { fieldDefinitions: MORE, dataBlockConfigs: [roles('engineer')] };

/** Everything that readers of the current version can see. */
async function contents(clientId: string) {
  const { table, rowsTable, valuesTable } = await world.open(clientId);
  const { schema, rowCount } = await currentVersion(world, clientId);
  const anyRow = { row: z.string() };
  const whole = (from: ReturnType<typeof table>, columns = sql`*`, order = sql`row`) =>
    world.read(sql`SELECT formatRowNoNewline('JSONEachRow', ${columns}) AS row FROM ${from} ORDER BY ${order}`, anyRow);
  return {
    schema: versionSchema.parse(schema),
    rowCount,
    wide: await whole(sql`(SELECT * EXCEPT (__added_at) FROM ${table()})`),
    rows: await whole(
      sql`(SELECT company_id, JSONExtractArrayRaw(row) AS cells FROM ${rowsTable()})`,
      sql`company_id, length(cells)`,
    ),
    values: await whole(sql`(SELECT * FROM ${valuesTable()} WHERE field != '__added_at')`),
  };
}

async function prepared(name: string): Promise<string> {
  const id = await world.client(name, { fieldDefinitions: BASE, dataBlockConfigs: [roles('sales')] });
  await world.db.asClient(id, (tx) =>
    tx.insert(tags).values({
      clientId: id,
      name: 'In Germany',
      filters: {
        id: 'root',
        combinator: 'and',
        rules: [{ id: 'r', field: 'country', operator: 'isOneOf', value: ['DE'] }],
      },
    }),
  );
  await world.build(id);
  return id;
}

test('computed data points are what the next build makes of them', async () => {
  const id = await prepared('computed');
  const before = await contents(id);
  expect(before.schema.columns.map(({ fieldName }) => fieldName)).toEqual(['domain', 'name', 'country', 'description']);
  await world.change('computed', ENGINEERS);
  const { message, progress, counts } = await world.compute(id, { rangeCompanies: 2 });
  expect({ message, last: progress.at(-1), counts }).toEqual({
    message: 'Complete',
    last: 1,
    counts: { companies: 9, withheld: 0 },
  });
  const computed = await contents(id);
  expect(computed.schema.columns.map(({ fieldName }) => fieldName)).toEqual(
    MORE.map(({ externalName }) => externalName),
  );
  await world.build(id, { rangeCompanies: 2 });
  expect(computed).toEqual(await contents(id));
});

test('an edited data point is computed again, a removed one leaves, and nothing counts as updated', async () => {
  const id = await prepared('edited');
  await world.change('edited', ENGINEERS);
  await world.compute(id);
  const jobsOf = async () => {
    const dataset = await world.open(id);
    return world.read(
      sql`SELECT toUInt32(__company_id) AS company, company_id AS jobs, isNull(__updated_at) AS unchanged
        FROM ${dataset.table()} WHERE company_id > 0 ORDER BY company`,
      { company: z.number(), jobs: z.number(), unchanged: z.number() },
    );
  };
  expect(await jobsOf()).toEqual([
    { company: 2, jobs: 1, unchanged: 1 },
    { company: 3, jobs: 1, unchanged: 1 },
    { company: 5, jobs: 1, unchanged: 1 },
  ]);
  await world.change('edited', {
    dataBlockConfigs: [roles('sales')],
    fieldDefinitions: MORE.filter(({ externalName }) => externalName !== 'description'),
  });
  await world.compute(id);
  expect(await jobsOf()).toEqual([{ company: 2, jobs: 1, unchanged: 1 }]);
  const computed = await contents(id);
  expect(computed.schema.columns.map(({ fieldName }) => fieldName)).not.toContain('description');
  await world.build(id);
  expect(computed).toEqual(await contents(id));
});

test('a column under a new name keeps its values', async () => {
  const id = await prepared('renamed');
  await world.change('renamed', {
    fieldDefinitions: BASE.map((field) =>
      field.externalName === 'description' ? { ...field, externalName: 'about' } : field,
    ),
  });
  await world.compute(id);
  const computed = await contents(id);
  await world.build(id);
  expect(computed).toEqual(await contents(id));
});

test.each([2, 3, 4, 5])('a crash before save %i ends in the same dataset', async (crashAtCheckpoint) => {
  const name = `crashed${crashAtCheckpoint}`;
  const id = await prepared(name);
  const before = await contents(id);
  await world.change(name, ENGINEERS);
  const first = await world.compute(id, { rangeCompanies: 3, crashAtCheckpoint });
  expect(first.crashed).toBe(true);
  expect(await contents(id)).toEqual(before);
  await world.compute(id, { rangeCompanies: 3, checkpoint: first.checkpoint });
  const computed = await contents(id);
  await world.build(id);
  expect(computed).toEqual(await contents(id));
});

test('a build that begins meanwhile wins', async () => {
  const id = await prepared('overtaken');
  const { version } = await currentVersion(world, id);
  await world.change('overtaken', ENGINEERS);
  const first = await world.compute(id, { rangeCompanies: 3, crashAtCheckpoint: 4 });
  await world.db.asSystem((tx) =>
    tx.insert(jobs).values({ clientId: id, type: 'dataset-build', input: {}, status: 'PROCESSING' }),
  );
  await expect(world.compute(id, { checkpoint: first.checkpoint })).rejects.toMatchObject({
    errorCode: 'BUILD_IN_PROGRESS',
    message: expect.stringContaining('A refresh of the dataset began'),
  });
  await world.build(id);
  expect((await currentVersion(world, id)).version).toBeGreaterThan(version);
  await world.db.asSystem((tx) => tx.delete(jobs).where(eq(jobs.clientId, id)));
  const { message } = await world.compute(id, { checkpoint: first.checkpoint });
  expect(message).toBe('Every data point was up to date');
});

test('companies stay as they are: no sourcing, no refresh of the schedule, no lost row', async () => {
  const id = await prepared('steady');
  const read = async () =>
    (await world.db.asClient(id, (tx) => tx.select().from(clients).where(eq(clients.id, id))))[0];
  const before = await read();
  await world.put('companies', [company(10)]);
  await world.change('steady', ENGINEERS);
  await world.compute(id);
  expect(await read()).toMatchObject({
    lastDataSyncStartedAt: before?.lastDataSyncStartedAt,
    lastDataSyncCompletedAt: before?.lastDataSyncCompletedAt,
  });
  const { version, rowCount } = await currentVersion(world, id);
  expect(rowCount).toBe(9);
  const { database, members } = datasetTables('steady', version);
  const counted = { members: z.number() };
  expect(await world.read(sql`SELECT toUInt32(count()) AS members FROM ${ident(database, members)}`, counted)).toEqual([
    { members: 9 },
  ]);
});
