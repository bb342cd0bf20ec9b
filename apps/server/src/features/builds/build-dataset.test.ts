import { sql, uint } from '@quarry/clickhouse';
import type { FilterRule } from '@quarry/filters';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import { company, currentVersion, openTestWorld, type TestWorld } from './testing/test-world.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await openTestWorld();
  await world.put('companies', [
    company(1, { employee_count: 2 }),
    company(2, { employee_count: 3 }),
    company(3, {
      employee_count: 5000,
      name: 'Großhandel Äpfel',
      country: 'DE',
      categories: ['Café  Chain', 'food', 'food'],
      tags: ['SaaS'],
    }),
    company(4, { employee_count: null }),
    company(5, { name: '' }),
    company(6, { domain: 'gmail.com' }),
    company(7),
    company(8, { is_hiring: true }),
  ]);
  await world.put('funding', [{ company_id: '3', total_funding_usd: 1e6, investors: ['Ünder Capital'], version: 1 }]);
});
afterAll(() => world.close());

async function members(clientId: string): Promise<string[]> {
  const dataset = await world.open(clientId);
  const rows = await world.read(
    sql`SELECT toString(__company_id) AS id FROM ${dataset.table()} ORDER BY __company_id`,
    { id: z.string() },
  );
  return rows.map(({ id }) => id);
}

async function history(clientId: string, companyId: number) {
  const dataset = await world.open(clientId);
  const [row] = await world.read(
    sql`SELECT toUnixTimestamp(__added_at) AS added, toUnixTimestamp(__updated_at) AS updated, __sources AS sources FROM ${dataset.table()} WHERE __company_id = ${uint(companyId)}`,
    { added: z.number(), updated: z.number().nullable(), sources: z.array(z.string()) },
  );
  return row;
}

async function storedRow(clientId: string, companyId: number) {
  const dataset = await world.open(clientId);
  const [found] = await world.read(sql`SELECT row FROM ${dataset.rowsTable()} WHERE company_id = ${uint(companyId)}`, {
    row: z.string(),
  });
  return dataset.readRow(found?.row ?? '');
}

/** Backdates the client's dataset by this many days. */
async function age(clientId: string, days: number): Promise<void> {
  const dataset = await world.open(clientId);
  await world.warehouse.command(
    sql`ALTER TABLE ${dataset.table()} UPDATE __added_at = __added_at - toIntervalDay(${uint(days)}) WHERE true`,
    { lane: 'jobs', settings: { mutations_sync: 2 } },
  );
}

describe('the members of a dataset', () => {
  test('match the criteria and the mandatory rules', async () => {
    const id = await world.client('criteria');
    const result = await world.build(id);
    expect(await members(id)).toEqual(['2', '3', '7', '8']);
    expect(result.progress).toEqual(result.progress.toSorted((one, other) => one - other));
    expect(result.progress.at(-1)).toBe(1);
    expect(await currentVersion(world, id)).toMatchObject({ status: 'READY', rowCount: 4, withheldCount: 0 });
  });

  test('criteria can span several blocks, and a missing row is an empty value', async () => {
    const rule = (operator: string, field: string, value?: number): FilterRule => ({
      id: field,
      field,
      operator,
      value,
    });
    const criteria = (...rules: FilterRule[]) => ({ id: 'root', combinator: 'and' as const, rules });
    const id = await world.client('blocks', {
      sourcingCriteria: criteria(
        rule('notEqualTo', 'funding/total_funding_usd', 1e6),
        rule('isTrue', 'firmographics/is_hiring'),
      ),
    });
    await world.build(id);
    expect(await members(id)).toEqual(['8']);
    await world.change('blocks', { sourcingCriteria: criteria(rule('gte', 'funding/total_funding_usd', 1e6)) });
    await world.build(id, { resetDataset: true });
    expect(await members(id)).toEqual(['3']);
  });

  test('a normal build only adds; a reset recomputes the members but keeps their entry dates', async () => {
    const id = await world.client('reset');
    await world.build(id);
    await age(id, 10);
    const before = await history(id, 3);
    await world.change('reset', {
      sourcingCriteria: {
        id: 'r',
        combinator: 'and',
        rules: [{ id: 'e', field: 'firmographics/employee_count', operator: 'lt', value: 8 }],
      },
    });
    await world.build(id);
    expect(await members(id)).toEqual(['1', '2', '3', '7', '8']);
    expect(await history(id, 3)).toEqual(before);
    expect((await history(id, 1))?.added).toBeGreaterThan(before?.added ?? 0);
    await world.build(id, { resetDataset: true });
    expect(await members(id)).toEqual(['1', '2']);
    expect((await history(id, 2))?.added).toBe(before?.added);
  });

  test('the limit admits the best first, counts the rest and never removes a member', async () => {
    const id = await world.client('limit', { companyLimit: 2 });
    await world.build(id);
    expect(await members(id)).toContain('3');
    expect(await currentVersion(world, id)).toMatchObject({ rowCount: 2, withheldCount: 2 });
    await world.change('limit', { companyLimit: 3 });
    await world.build(id);
    expect(await currentVersion(world, id)).toMatchObject({ rowCount: 3, withheldCount: 1 });
    await world.change('limit', { companyLimit: 0 });
    await world.build(id);
    expect(await currentVersion(world, id)).toMatchObject({ rowCount: 3, withheldCount: 1 });
  });

  test('exclusion overrides every source', async () => {
    const id = await world.client('excluded', { excludeCompanyIds: ['3'] });
    await world.build(id);
    expect(await members(id)).toEqual(['2', '7', '8']);
    await world.change('excluded', {
      excludeCompanyIds: ['3', '7'],
      isCalibrationModeEnabled: true,
      calibrationModeCompanies: ['company7.com'],
    });
    await world.build(id);
    expect(await members(id)).toEqual([]);
  });

  test('calibration mode shows only its companies and restores the others afterwards', async () => {
    const id = await world.client('calibration');
    await world.build(id);
    await age(id, 10);
    const before = await history(id, 3);
    await world.change('calibration', {
      isCalibrationModeEnabled: true,
      calibrationModeCompanies: ['https://www.company1.com/about', 'company7.com', 'nowhere.com', 'not a domain'],
    });
    await world.build(id);
    expect(await members(id)).toEqual(['1', '7']);
    await world.build(id, { resetDataset: true });
    await world.change('calibration', { isCalibrationModeEnabled: false });
    await world.build(id);
    expect(await members(id)).toEqual(['2', '3', '7', '8']);
    expect(await history(id, 3)).toEqual(before);
  });

  test('without sourcing nothing is added; useMarketsForSourcing ignores the criteria', async () => {
    const off = await world.client('off', { isSourcingEnabled: false });
    await world.build(off);
    expect(await members(off)).toEqual([]);
    const markets = await world.client('markets');
    await world.build(markets);
    await world.change('markets', { gfAppFeatureFlags: ['useMarketsForSourcing'] });
    await world.build(markets, { resetDataset: true });
    expect(await members(markets)).toEqual(['2', '3', '7', '8']);
  });

  test('a merged company becomes its survivor and keeps the older date', async () => {
    await world.put('companies', [company(21), company(22)]);
    const id = await world.client('merged', {
      sourcingCriteria: {
        id: 'r',
        combinator: 'and',
        rules: [
          { id: 'd', field: 'firmographics/primary_domain', operator: 'isOneOf', value: ['http://company21.com'] },
        ],
      },
    });
    await world.build(id);
    await age(id, 10);
    const before = await history(id, 21);
    await world.put('merged_companies', [
      { company_id: '21', merged_into: '22', merged_at: new Date().toISOString(), version: 1 },
    ]);
    await world.build(id);
    expect(await members(id)).toEqual(['22']);
    expect((await history(id, 22))?.added).toBe(before?.added);
  });
});

const fields = (...names: [string, string][]) => [
  { internalName: 'firmographics/primary_domain', externalName: 'domain', displayName: 'Domain' },
  { internalName: 'firmographics/company_name', externalName: 'name', displayName: 'Name' },
  ...names.map(([internalName, externalName]) => ({ internalName, externalName, displayName: externalName })),
];

describe('a row', () => {
  test('has values of every type, null for empty ones, each item of a list once, and searchable texts', async () => {
    await world.put('web_traffic', [{ company_id: '3', visits_growth: 0.25, version: 1 }]);
    await world.put('technographics', [{ company_id: '3', last_seen: '2026-01-31', version: 1 }]);
    const id = await world.client('types', {
      fieldDefinitions: fields(
        ['firmographics/description', 'description'],
        ['firmographics/country', 'country'],
        ['firmographics/categories', 'categories'],
        ['firmographics/tags', 'keywords'],
        ['firmographics/employee_count', 'employee_count'],
        ['firmographics/is_hiring', 'is_hiring'],
        ['funding/total_funding_usd', 'funding'],
        ['funding/investors', 'investors'],
        ['web_traffic/visits_growth', 'growth'],
        ['technographics/last_seen', 'last_seen'],
      ),
    });
    await world.build(id);
    expect(await storedRow(id, 3)).toMatchObject({
      __company_id: '3',
      __domain: 'company3.com',
      domain: 'company3.com',
      name: 'Großhandel Äpfel',
      description: null,
      country: 'DE',
      categories: ['Café  Chain', 'food'],
      employee_count: 5000,
      is_hiring: null,
      funding: 1e6,
      investors: ['Ünder Capital'],
      growth: 0.25,
      last_seen: '2026-01-31',
      __sources: ['CRITERIA'],
      __updated_at: null,
    });
    const dataset = await world.open(id);
    const found = async (field: string, operator: string, value: FilterRule['value']) => {
      const rules = [{ id: 'r', field, operator, value }];
      const condition = compileDatasetFilter(dataset, { id: 'g', combinator: 'and', rules }, '2026-01-01');
      const rows = await world.read(
        sql`SELECT toString(__company_id) AS id FROM ${dataset.table()} WHERE ${condition} ORDER BY id`,
        { id: z.string() },
      );
      return rows.map((row) => row.id);
    };
    expect(await found('name', 'containsText', ['GROSSHANDEL', 'apfel'])).toEqual(['3']);
    expect(await found('categories', 'containsAnyOf', ['CAFÉ  chain'])).toEqual(['3']);
    expect(dataset.columns.get('categories')?.lowered).toBeUndefined();
    expect(dataset.columns.get('keywords')?.lowered).toBeDefined();
    expect(await found('keywords', 'containsAnyOf', [' saas'])).toEqual(['3']);
    expect(await found('categories', 'matchesAnyText', ['cafe chain'])).toEqual(['3']);
    expect(await found('categories', 'hasMoreItemsThan', 1)).toEqual(['3']);
    expect(await found('domain', 'isOneOf', ['company3.com', 'company7.com'])).toEqual(['3', '7']);
    expect(await found('last_seen', 'dateEqual', '2026-01-31')).toEqual(['3']);
    expect(await found('__sources', 'containsAnyOf', ['criteria'])).toEqual((await members(id)).toSorted());
    expect(dataset.schema.map(({ fieldName, type }) => [fieldName, type])).toEqual([
      ['domain', 'String'],
      ['name', 'String'],
      ['description', 'String'],
      ['country', 'Picklist'],
      ['categories', 'Multipicklist'],
      ['keywords', 'Multipicklist'],
      ['employee_count', 'Number'],
      ['is_hiring', 'Boolean'],
      ['funding', 'Currency'],
      ['investors', 'Array'],
      ['growth', 'Percentage'],
      ['last_seen', 'Date'],
      ['__company_id', 'String'],
      ['__domain', 'String'],
      ['__linked_in_id', 'String'],
      ['__quality_score', 'Number'],
      ['__added_at', 'Date'],
      ['__updated_at', 'Date'],
      ['__sources', 'Multipicklist'],
      ['__tags', 'Multipicklist'],
      ['__segments', 'Multipicklist'],
    ]);
  });

  test('a changed value counts as an update; a new, removed or renamed data point does not', async () => {
    await world.put('companies', [company(31, { country: 'FR' }), company(32, { country: 'FR' })]);
    const id = await world.client('updates', {
      fieldDefinitions: fields(['firmographics/country', 'country'], ['firmographics/city', 'city']),
    });
    await world.build(id);
    expect((await history(id, 31))?.updated).toBeNull();
    await world.change('updates', {
      fieldDefinitions: fields(['firmographics/country', 'land'], ['firmographics/industry', 'industry']),
    });
    await world.put('companies', [
      company(31, { country: 'FR', city: 'Lyon', version: 2 }),
      company(32, { country: 'ES', version: 2 }),
    ]);
    await world.build(id);
    expect((await history(id, 31))?.updated).toBeNull();
    const updated = (await history(id, 32))?.updated;
    expect(updated).toBeGreaterThan(0);
    await world.build(id);
    expect((await history(id, 32))?.updated).toBe(updated);
  });
});
