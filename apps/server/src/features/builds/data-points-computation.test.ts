import { ident, sql } from '@quarry/clickhouse';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { integrationJobs, integrationMappings, integrations } from '@quarry/postgres/tables/integrations';
import { jobs } from '@quarry/postgres/tables/jobs';
import { scoringConfigs } from '@quarry/postgres/tables/scoring';
import { analysisReports } from '@quarry/postgres/tables/scoring-analysis';
import { segments } from '@quarry/postgres/tables/segments';
import { tags } from '@quarry/postgres/tables/tags';
import { userSettings } from '@quarry/postgres/tables/user-settings';
import { users } from '@quarry/postgres/tables/users';
import { views } from '@quarry/postgres/tables/views';
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

const EXPRESSIONS = [
  { name: 'age', type: 'Number', expressionSql: 'year(today()) - identity_part' },
  { name: 'label', type: 'String', expressionSql: "upper(country) || ' ' || array_to_string(value0, '+')" },
  { name: 'per_role', type: 'Number', expressionSql: 'identity_part / company_id' },
].map((field) => ({ displayName: '', description: '', ...field }));

test('expressions are columns of a build and of a computation, of which one failing row is empty', async () => {
  const id = await prepared('expressions');
  await world.change('expressions', { ...ENGINEERS, customDataFields: EXPRESSIONS });
  await world.compute(id, { rangeCompanies: 2 });
  const computed = await contents(id);
  await world.build(id, { rangeCompanies: 2 });
  expect(computed).toEqual(await contents(id));
  const { table } = await world.open(id);
  const year = new Date().getUTCFullYear();
  const rows = await world.read(
    sql`SELECT age, label, per_role, isNull(__updated_at) AS unchanged FROM ${table()} ORDER BY __company_id LIMIT 3`,
    { age: z.number().nullable(), label: z.string(), per_role: z.number().nullable(), unchanged: z.number() },
  );
  expect(rows).toEqual([
    { age: null, label: '', per_role: null, unchanged: 1 },
    { age: year - 2001, label: 'FR Data Engineer', per_role: 2001, unchanged: 1 },
    { age: year - 2002, label: 'DE Data Engineer', per_role: 2002, unchanged: 1 },
  ]);
  // Only the expression that changed is computed again.
  await world.change('expressions', {
    customDataFields: EXPRESSIONS.map((field) => (field.name === 'age' ? { ...field, expressionSql: '1 / 4' } : field)),
  });
  await world.compute(id);
  const edited = await contents(id);
  expect(edited.wide.every((row) => JSON.parse(row.row).age === 0.25)).toBe(true);
  await world.build(id);
  expect(edited).toEqual(await contents(id));
});

/** Whatever an account stores that names columns. */
async function references(id: string) {
  return world.db.asSystem(async (tx) => [
    await tx.select({ it: tags.filters }).from(tags).where(eq(tags.clientId, id)),
    await tx.select({ it: scoringConfigs.rules }).from(scoringConfigs).where(eq(scoringConfigs.clientId, id)),
    await tx
      .select({ filters: segments.filters, limitOptions: segments.limitOptions, columns: segments.selectedColumns })
      .from(segments)
      .where(eq(segments.clientId, id)),
    await tx.select({ it: views.content }).from(views).where(eq(views.clientId, id)),
    await tx.select({ it: userSettings.value }).from(userSettings).where(eq(userSettings.clientId, id)),
    await tx.select({ it: analysisReports.results }).from(analysisReports).where(eq(analysisReports.clientId, id)),
    await tx
      .select({ it: integrationMappings.internalName })
      .from(integrationMappings)
      .where(eq(integrationMappings.clientId, id)),
    await tx.select({ it: integrationJobs.scope }).from(integrationJobs).where(eq(integrationJobs.clientId, id)),
    await tx.select({ it: clients.appSettings }).from(clients).where(eq(clients.id, id)),
  ]);
}

/** Uses the columns `country` and `description` in everything that can use columns. */
async function useColumns(clientId: string): Promise<void> {
  const rule = { id: 'r', field: 'country', operator: 'isOneOf', value: ['DE'] };
  const filters = {
    id: 'root',
    combinator: 'and',
    rules: [{ id: 'inner', combinator: 'or', not: true, rules: [rule] }],
  };
  const layout = { order: ['name', 'country'], hidden: ['description'], pinned: ['country'], widths: { country: 90 } };
  const search = { filters, search: 'country', sortby: 'country', sortdirection: 'asc', tab: 'ALL' };
  const [user, integration] = await world.db.asSystem(async (tx) => [
    (await tx.insert(users).values({ email: 'renames@quarry.test' }).returning())[0],
    (await tx.insert(integrations).values({ clientId, integrationType: 'HUBSPOT' }).returning())[0],
  ]);
  const [userId, integrationId] = [user?.id ?? '', integration?.id ?? ''];
  const finding = { id: 'f', fieldName: 'country', rule, value: 'x', impact: 0, score: 0, goodCount: 0, badCount: 0 };
  const shares = { goodPercentage: 0, badPercentage: 0, confidence: 0, isSignificant: false, isOnByDefault: false };
  const group = { fieldName: 'country', displayName: '', weight: 1, isImpactful: true };
  const none = {
    goodSetSize: 0,
    otherSetSize: 0,
    goodDomainsFound: [],
    goodDomainsNotFound: [],
    otherDomainsFound: [],
  };
  const results = {
    ...none,
    otherDomainsNotFound: [],
    holdOut: null,
    updatedAt: '',
    scores: [{ ...group, findings: [{ ...finding, ...shares }] }],
  };
  await world.db.asSystem(async (tx) => {
    await tx.insert(scoringConfigs).values({ clientId, name: 'Fit', rules: [{ ...rule, score: 5 }] });
    await tx.insert(segments).values({
      clientId,
      name: 'Best',
      isDynamic: true,
      filters,
      inclusions: { domains: [] },
      exclusions: { domains: [], segmentIds: [] },
      limitOptions: { limit: 3, orderBy: 'description', orderDirection: 'asc' },
      selectedColumns: ['description', 'country'],
    });
    await tx.insert(views).values({ clientId, name: 'View', content: { ...search, columns: layout } });
    const value = { companiesTable: layout, checklist: { done: [], isDismissed: false }, viewOrder: [] };
    await tx.insert(userSettings).values({ userId, clientId, key: 'app', value });
    await tx.insert(analysisReports).values({ clientId, name: 'Report', inputs: {}, status: 'Processed', results });
    await tx.insert(integrationMappings).values({
      clientId,
      integrationId,
      recordType: 'company',
      internalName: 'country',
      externalName: 'land__c',
      updateStrategy: 'OVERWRITE_ALWAYS',
    });
    const chosen = { filters, search: 'country', tab: 'ALL', companyIds: null, segmentIds: [] };
    const scope = { kind: 'CHOSEN', ...chosen, day: '2026-01-01' };
    await tx.insert(integrationJobs).values({ jobId: 'waiting', clientId, integrationId, taskName: 'Sync', scope });
    const appSettings = { companiesTableFields: ['description', 'name', 'country'] };
    await tx.update(clients).set({ appSettings }).where(eq(clients.id, clientId));
  });
}

test('a column under a new name keeps its values, and at the swap whatever names it follows, or nothing does', async () => {
  const id = await prepared('renamed');
  await useColumns(id);
  await world.build(id);
  const before = await references(id);
  const derived = async () => {
    const { wide } = await contents(id);
    return wide.map(({ row }) => {
      const { __company_id, __tags, ...values } = JSON.parse(row);
      const scores = Object.entries(values).filter(([name]) => name.startsWith('__score'));
      return { __company_id, __tags, scores };
    });
  };
  const derivedBefore = await derived();
  const RENAMED = { country: 'land', description: 'about' } as const;
  await world.change('renamed', {
    fieldDefinitions: BASE.map((field) => ({
      ...field,
      externalName: Object.entries(RENAMED).find(([name]) => name === field.externalName)?.[1] ?? field.externalName,
    })),
  });
  // The save changes nothing yet; nor does a computation that is killed on its way to the swap.
  const first = await world.compute(id, { rangeCompanies: 3, crashAtCheckpoint: 5 });
  expect(first.crashed).toBe(true);
  expect(await references(id)).toEqual(before);
  await world.compute(id, { rangeCompanies: 3, checkpoint: first.checkpoint });
  const renamedText = JSON.stringify(before)
    .replaceAll('"country"', '"land"')
    .replaceAll('"description"', '"about"')
    // What people typed into a search is no column.
    .replaceAll('"search":"land"', '"search":"country"');
  expect(await references(id)).toEqual(JSON.parse(renamedText));
  expect(await derived()).toEqual(derivedBefore);
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
