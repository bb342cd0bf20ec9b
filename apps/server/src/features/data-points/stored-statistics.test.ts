import { ident, sql, text } from '@quarry/clickhouse';
import { describeField, getClient, getDataDirectory, listFieldOptions } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type VersionSchema, versionSchema } from '#server/features/datasets/dataset-schema.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
/** An account whose build has stored its statistics. */
let ours: Caller;
let stored: TestClient;
/** Accounts with the same companies, in versions as earlier releases built them: without statistics, and with fewer values. */
let earlier: Caller;
let fewer: Caller;

const COMPANIES = 20_000;
/** A build stores so many values of a column with more of them than a quarter of the companies. */
const FIRST_VALUES = 10_000;
const SMALL: FilterGroup = {
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'rule', field: 'employee_count', operator: 'lte', value: 200 }],
};

async function enter({ id, name }: TestClient): Promise<Caller> {
  const { token } = await signedInPerson(server.platform, { memberOf: { [id]: ['USER'] } });
  return { token, client: name };
}

/** Changes what the current version says about its tables. Returns the tables. */
async function changeSchema({ id, name }: TestClient, change: (schema: VersionSchema) => VersionSchema) {
  const version = await server.platform.db.asClient(id, async (tx) => {
    const [row] = await tx
      .select({ number: datasetVersions.version, schema: datasetVersions.schema })
      .from(clients)
      .innerJoin(datasetVersions, eq(datasetVersions.version, clients.datasetVersion))
      .where(eq(clients.id, id));
    await tx
      .update(datasetVersions)
      .set({ schema: change(versionSchema.parse(row?.schema)) })
      .where(eq(datasetVersions.version, row?.number ?? 0));
    return row?.number ?? 0;
  });
  return datasetTables(name, version);
}

/** Takes from the current version what earlier releases didn't store, and repeats items of lists as they did. */
async function makeEarlier(client: TestClient): Promise<void> {
  const { database, dataset, values } = await changeSchema(client, ({ columns }) => ({
    columns: columns.map((column) => ({ ...column, hasDistinctItems: false })),
  }));
  const { warehouse } = server.platform;
  const job = { lane: 'jobs' } as const;
  await warehouse.command(sql`DROP TABLE ${ident(database, values)} SYNC`, job);
  const table = ident(database, dataset);
  await warehouse.command(sql`ALTER TABLE ${table} MODIFY COLUMN technologies Array(String)`, job);
  await warehouse.command(
    sql`ALTER TABLE ${table} UPDATE technologies = arrayConcat(technologies, technologies) WHERE 1`,
    job,
  );
}

/** Leaves of the current version's names and descriptions what earlier releases stored. */
async function keepFewerValues(client: TestClient): Promise<void> {
  const { database, values } = await changeSchema(client, ({ statistics, ...schema }) => {
    if (statistics === undefined) throw new Error('The build stored no statistics');
    const columns = Object.entries(statistics.columns).map(([field, { stored: _stored, ...kept }]) => [field, kept]);
    return { ...schema, statistics: { ...statistics, columns: Object.fromEntries(columns) } };
  });
  const table = ident(database, values);
  const first = sql`SELECT field, value FROM ${table} ORDER BY count DESC, value LIMIT 1000 BY field`;
  await server.platform.warehouse.command(
    sql`ALTER TABLE ${table} DELETE WHERE field IN ('name', 'description') AND (field, value) NOT IN (${first})`,
    { lane: 'jobs' },
  );
}

beforeAll(async () => {
  server = await startTestServer();
  stored = await buildTestDataset(server.platform, { name: 'stored', companies: COMPANIES });
  const counted = await buildTestDataset(server.platform, { name: 'counted', companies: COMPANIES });
  await makeEarlier(counted);
  const reduced = await buildTestDataset(server.platform, { name: 'reduced', companies: COMPANIES });
  await keepFewerValues(reduced);
  ours = await enter(stored);
  earlier = await enter(counted);
  fewer = await enter(reduced);
}, 120_000);
afterAll(() => server.close());

test('every column is described from stored statistics as from the companies themselves', async () => {
  const { companiesSchema } = await server.call(getClient, {}, ours);
  const visible = companiesSchema.filter(({ isHiddenFromUser }) => !isHiddenFromUser);
  expect(new Set(visible.map(({ type }) => type)).size).toBe(9);
  for (const { fieldName } of visible) {
    const pastStored = { valuesOffset: FIRST_VALUES - 10, valuesPageLimit: 20 };
    const some = { filters: SMALL, valuesOffset: 3, valuesPageLimit: 4 };
    for (const page of [{}, { valuesOffset: 3, valuesPageLimit: 4 }, pastStored, { valuesOffset: 100_000 }, some]) {
      const [described, expected] = (
        await Promise.all([
          server.call(describeField, { fieldName, ...page }, ours),
          server.call(describeField, { fieldName, ...page }, earlier),
        ])
      ).map(({ average, ...others }) => ({ ...others, average: average?.toPrecision(12) }));
      expect({ fieldName, ...described }).toEqual({ fieldName, ...expected });
    }
  }
  expect((await server.call(getDataDirectory, {}, ours)).companies).toEqual(
    (await server.call(getDataDirectory, {}, earlier)).companies,
  );
});

test.each(['name', 'description'])(
  'of %s, whose values hardly repeat, only the first are stored',
  async (fieldName) => {
    const { datasetVersion } = await server.call(getClient, {}, ours);
    const { database, values } = datasetTables('stored', Number(datasetVersion));
    const stored = await server.platform.warehouse.rows(
      sql`SELECT value FROM ${ident(database, values)} WHERE field = ${text(fieldName)}`,
      z.object({ value: z.string() }),
    );
    expect(stored.length).toBe(FIRST_VALUES);
    const { uniqueCount } = await server.call(describeField, { fieldName }, ours);
    expect(uniqueCount).toBeGreaterThan(FIRST_VALUES);
  },
);

test.each(['name', 'description'])('of %s, versions of earlier releases have fewer values', async (fieldName) => {
  for (const valuesOffset of [0, 990, 5000]) {
    const page = { fieldName, valuesOffset, valuesPageLimit: 20 };
    expect(await server.call(describeField, page, fewer)).toEqual(await server.call(describeField, page, earlier));
  }
  for (const search of ['e', 'labs']) {
    const suggested = await server.call(listFieldOptions, { fieldName, search }, fewer);
    expect(suggested).toEqual(await server.call(listFieldOptions, { fieldName, search }, earlier));
  }
});

test.each([
  ['technologies', 'SALES'],
  ['country', 'u'],
  ['name', 'data'],
  ['name', 'dàtä'],
  ['name', 'e'],
  ['description', 'hospital'],
  ['employee_count', '1'],
  ['monthly_visits', '12'],
  ['last_round_date', '-0'],
  ['is_hiring', 'tru'],
  ['domain', 'COM'],
  ['description', ''],
  ['__tags', 'x'],
])('%s suggests the same values for "%s"', async (fieldName, search) => {
  const { values } = await server.call(listFieldOptions, { fieldName, search }, ours);
  expect(values).toEqual((await server.call(listFieldOptions, { fieldName, search }, earlier)).values);
  if (fieldName !== '__tags') expect(values.length).toBeGreaterThan(0);
  const plain = search.toLowerCase().replace('à', 'a').replace('ä', 'a');
  for (const { value } of values) expect(value.toLowerCase()).toContain(plain);
});

test('the companies are not read for what a build has stored', async () => {
  const { db, warehouse } = server.platform;
  const [row] = await db.asClient(stored.id, (tx) => tx.select().from(clients).where(eq(clients.id, stored.id)));
  const { database, dataset } = datasetTables(stored.name, row?.datasetVersion ?? 0);
  const { companiesSchema } = await server.call(getClient, {}, ours);
  const visible = companiesSchema.filter(
    ({ isHiddenFromUser, fieldName }) => !isHiddenFromUser && fieldName !== '__tags' && fieldName !== '__segments',
  );
  const describe = (fieldName: string, valuesSearch: string) =>
    server.call(describeField, { fieldName, valuesSearch }, ours);
  // Of columns with nearly as many values as companies, only the first values are stored, so how many others contain a
  // text is not known. Suggestions for a common text come from the first ones.
  const searches = await Promise.all(
    visible.map(async ({ fieldName }): Promise<[string, string]> => {
      const { uniqueCount } = await describe(fieldName, '');
      return [fieldName, uniqueCount <= COMPANIES / 4 ? 'a' : ''];
    }),
  );
  expect(new Set(searches.map(([, search]) => search))).toEqual(new Set(['', 'a']));
  const describeAll = () =>
    Promise.all([
      ...searches.map(([fieldName, search]) => describe(fieldName, search)),
      server.call(listFieldOptions, { fieldName: 'name', search: 'labs' }, ours),
      server.call(listFieldOptions, { fieldName: 'monthly_visits', search: '1' }, ours),
    ]);
  const before = await describeAll();
  const [table, away] = [ident(database, dataset), ident(database, 'away')];
  await warehouse.command(sql`RENAME TABLE ${table} TO ${away}`, { lane: 'jobs' });
  expect(await describeAll()).toEqual(before);
  await warehouse.command(sql`RENAME TABLE ${away} TO ${table}`, { lane: 'jobs' });
});
