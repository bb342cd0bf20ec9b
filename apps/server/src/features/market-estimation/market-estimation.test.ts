import { sql, uints } from '@quarry/clickhouse';
import {
  checkDataBlockCache,
  compareReport,
  deleteSavedReport,
  downloadStaffExport,
  type EstimationConfig,
  freezeReport,
  generateEstimationSql,
  getMarketEstimation,
  listSavedReports,
  listStaffExports,
  previewDataBlockCache,
  readReportComparison,
  saveReport,
  startMarketEstimation,
  triggerBuild,
  triggerDataBlockCache,
} from '@quarry/contracts';
import type { FilterGroup, FilterRule } from '@quarry/filters';
import { estimationReports } from '@quarry/postgres/tables/estimation-reports';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { waitForBuild } from '#server/features/builds/ensure-first-build.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { dropGivenUpRuns } from './frozen-companies.ts';

let server: TestServer;
let staff: Caller;
let ours: TestClient;

const all = (...rules: FilterRule[]): FilterGroup => ({ id: 'root', combinator: 'and', rules });
const atLeast = (employees: number): FilterRule => ({
  id: 'size',
  field: 'firmographics/employee_count',
  operator: 'gte',
  value: employees,
});
const hiring: FilterRule = { id: 'hiring', field: 'jobs/count', configId: 'open', operator: 'gte', value: 1 };
const configs = [{ configId: 'open', blockName: 'jobs', label: 'Open jobs', config: {} }];
const config = (criteria: FilterGroup): EstimationConfig => ({
  sourcingCriteria: criteria,
  dataBlockConfigs: configs,
  fieldDefinitions: [
    { internalName: 'firmographics/primary_domain', externalName: 'domain', displayName: 'Domain' },
    { internalName: 'jobs/count', configId: 'open', externalName: 'jobs', displayName: 'Open jobs' },
  ],
  clientName: null,
});

beforeAll(async () => {
  server = await startTestServer();
  ours = await buildTestDataset(server.platform, { name: 'ours', companies: 400 });
  staff = {
    token: (await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS'] })).token,
  };
}, 120_000);
afterAll(() => server.close());

async function estimate(criteria: FilterGroup, clientName: string | null = null) {
  const { executionId } = await server.call(triggerDataBlockCache, { criteria, configs, clientName }, staff);
  return vi.waitFor(async () => {
    const found = await server.call(previewDataBlockCache, { executionId }, staff);
    expect(found.state).toBe('READY');
    return found;
  }, 20_000);
}

/** Runs a copied statement as the command line would. */
async function countBySql(criteria: FilterGroup): Promise<number> {
  const copied = await server.call(generateEstimationSql, { config: config(criteria) }, staff);
  const [row] = await server.platform.warehouse.rows(
    sql(Object.freeze(Object.assign([copied.sql], { raw: [copied.sql] }))),
    z.object({ companies: z.coerce.number() }),
  );
  return row?.companies ?? -1;
}

test('an estimate counts exactly, shows the best companies, and its copied statement gives the same count', async () => {
  for (const criteria of [all(atLeast(3)), all(atLeast(50), hiring), all(hiring)]) {
    const missing = await server.call(checkDataBlockCache, { criteria, configs }, staff);
    expect(missing).toMatchObject({ state: 'MISSING', count: null });
    const found = await estimate(criteria);
    expect(found.count).toBe(await countBySql(criteria));
    expect(found.rows).toHaveLength(Math.min(50, found.count ?? 0));
    expect(await server.call(checkDataBlockCache, { criteria, configs }, staff)).toEqual(found);
  }
});

test('with a client it also counts what is net-new; a name without a client counts nothing', async () => {
  const everything = await estimate(all(atLeast(0)), ours.name);
  const own = await estimate(all(atLeast(3)), ours.name);
  expect(own.netNewCount).toBe(0);
  expect(everything.netNewCount).toBe((everything.count ?? 0) - (own.count ?? 0));
  expect((await estimate(all(atLeast(3)), 'nobody')).netNewCount).toBeNull();
});

test('an export has the best companies with the field definitions as columns', async () => {
  const criteria = all(atLeast(10));
  const started = await server.call(
    startMarketEstimation,
    { config: config(criteria), exportName: '  best ', limit: 20 },
    staff,
  );
  const { output } = await vi.waitFor(async () => {
    const state = await server.call(getMarketEstimation, started, staff);
    expect(state.status).toBe('SUCCEEDED');
    return state;
  }, 20_000);
  const { items } = await server.call(listStaffExports, {}, staff);
  expect(items[0]).toMatchObject({ id: output?.exportId, exportName: 'best', status: 'COMPLETE', rowCount: 20 });
  const { signedUrl } = await server.call(downloadStaffExport, { id: output?.exportId ?? '' }, staff);
  const { pathname, search } = new URL(signedUrl, 'http://localhost');
  const file = await server.app.inject({ url: `${pathname}${search}` });
  const lines = file.body.trimEnd().split('\r\n');
  expect(lines[0]).toBe('\ufeffDomain,Open jobs');
  const best = (await estimate(criteria)).rows.slice(0, 20).map((row) => row['firmographics/primary_domain']);
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(best);
});

test('what cannot be estimated, exported or saved is refused in the words of the specification', async () => {
  const INVALID = 'The config is incorrect, please fix the changes and try again';
  const NO_NAME = 'Please enter a name';
  const valid = config(all(hiring));
  const empty = { id: 'root', combinator: 'and' as const, rules: [] };
  const unknown = all({ id: 'a', field: 'firmographics/nothing', operator: 'exists' });
  const message = async (endpoint: Parameters<typeof server.refused>[0], input: object) =>
    (await server.refused(endpoint, input, staff)).body.message;
  for (const criteria of [empty, unknown]) {
    for (const endpoint of [checkDataBlockCache, triggerDataBlockCache])
      expect(await message(endpoint, { criteria, configs })).toBe(INVALID);
    for (const endpoint of [startMarketEstimation, generateEstimationSql])
      expect(await message(endpoint, { config: config(criteria) })).toBe(INVALID);
    expect(await message(saveReport, { id: 'Broken', config: config(criteria) })).toBe(INVALID);
  }
  const columns = { ...valid, fieldDefinitions: [{ internalName: 'jobs/none' }] };
  expect((await server.refused(startMarketEstimation, { config: columns }, staff)).body).toMatchObject({
    message: INVALID,
    context: { unknown: ['jobs/none'] },
  });
  const invalid = await server.refused(triggerDataBlockCache, { criteria: unknown, configs }, staff);
  expect(invalid.body.context).toMatchObject({ problems: [{ ruleId: 'a' }] });
  expect(await message(startMarketEstimation, { config: valid, exportName: ' ' })).toBe(NO_NAME);
  expect(await message(saveReport, { id: ' ', config: valid })).toBe(NO_NAME);
  expect(startMarketEstimation.body.parse({ config: valid })).toMatchObject({ exportName: 'export.csv', limit: 1000 });
});

test('a frozen estimate survives rebuilds, and tells later which companies came and went', async () => {
  const { warehouse, db, ledger } = server.platform;
  const list = async () => server.call(listSavedReports, { id: 'mid' }, staff);
  const save = (id: string, criteria: FilterGroup) =>
    server.call(saveReport, { id, config: { ...config(criteria), clientName: ours.name }, count: 5 }, staff);
  const finish = async ({ executionId }: { executionId: string }) =>
    vi.waitFor(async () => {
      const state = await server.call(readReportComparison, { executionId }, staff);
      expect(state.status).toBe('SUCCEEDED');
      return state.output;
    }, 20_000);
  const compare = async () => finish(await server.call(compareReport, { id: 'Mid-size' }, staff));
  const rebuild = async () => {
    const started = await server.call(triggerBuild, { name: ours.name, resetDataset: true, acceptLoss: true }, staff);
    await waitForBuild(server.platform, started.executionId);
  };
  expect(await save('Mid-size', all(atLeast(50)))).toMatchObject({ replaced: false, report: { frozen: null } });
  expect((await server.refused(compareReport, { id: 'Mid-size' }, staff)).status).toBe(409);
  const kept = await finish(await server.call(freezeReport, { id: 'Mid-size' }, staff));
  const now = await estimate(all(atLeast(50)));
  expect(kept).toEqual({ count: now.count, difference: null });
  expect((await list()).items[0]?.frozen).toMatchObject({ count: now.count, isUniverseChanged: false });
  await rebuild();
  expect(await compare()).toMatchObject({ count: now.count, difference: { frozenCount: now.count, came: 0, went: 0 } });
  expect((await list()).items[0]?.frozen).toMatchObject({ count: now.count, isUniverseChanged: false });

  const small = (await estimate(all({ ...atLeast(10), operator: 'between', value: [10, 49] }))).rows;
  const namesOf = async (ids: readonly string[]) =>
    warehouse.rows(
      sql`SELECT toString(company_id) AS companyId, name, domain FROM universe.companies FINAL
        WHERE company_id IN ${uints(ids)} ORDER BY companyId`,
      z.object({ companyId: z.string(), name: z.string(), domain: z.string() }),
    );
  const idsOf = (rows: typeof small) => rows.map((row) => String(row['firmographics/company_id']));
  const shrunk = idsOf(now.rows.slice(0, 2));
  const grown = idsOf(small.slice(0, 3));
  expect(grown).toHaveLength(3);
  await ledger.recordWrites([{ database: 'universe', name: 'companies' }], (engine) =>
    engine.command(
      sql`INSERT INTO universe.companies
        SELECT * REPLACE (if(company_id IN ${uints(grown)}, 77, 4) AS employee_count, version + 1 AS version)
        FROM universe.companies FINAL WHERE company_id IN ${uints([...shrunk, ...grown])}`,
    ),
  );
  for (const isRebuilt of [false, true]) {
    if (isRebuilt) await rebuild();
    const { count, difference } = (await compare()) ?? { count: 0, difference: null };
    expect(count).toBe((now.count ?? 0) + 1);
    expect(difference).toMatchObject({ frozenCount: now.count, came: 3, went: 2 });
    const sorted = (list: NonNullable<typeof difference>['companiesThatCame'] = []) =>
      list.toSorted((one, other) => (one.companyId < other.companyId ? -1 : 1));
    expect(sorted(difference?.companiesThatCame)).toEqual(await namesOf(grown));
    expect(sorted(difference?.companiesThatWent)).toEqual(await namesOf(shrunk));
  }
  expect(await list()).toMatchObject({ count: 1, items: [{ frozen: { count: now.count, isUniverseChanged: true } }] });
  expect((await save('Mid-size', all(hiring))).report.frozen).toBeNull();
  await db.asSystem((tx) => tx.update(estimationReports).set({ frozenRun: null }));
  vi.useFakeTimers({ now: Date.now() + 2 * 3_600_000, toFake: ['Date'] });
  await dropGivenUpRuns(server.platform);
  vi.useRealTimers();
  const [left] = await warehouse.rows(
    sql`SELECT toUInt32(count()) AS rows FROM universe.frozen_estimates`,
    z.object({ rows: z.number() }),
  );
  expect(left?.rows).toBe(0);
  expect(server.platform.problems.list()).toEqual([]);
  expect(await server.call(deleteSavedReport, { id: 'Mid-size' }, staff)).toEqual({ deleted: true });
  expect((await server.refused(deleteSavedReport, { id: 'Mid-size' }, staff)).status).toBe(404);
});
