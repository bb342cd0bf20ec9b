import { type CompanyRow, describeField, getClient, type SchemaField, searchCompanies } from '@quarry/contracts';
import { type FilterGroup, foldText, traitsOf } from '@quarry/filters';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchMatch } from '#server/features/companies/search.sql.ts';
import { searchConditions } from '#server/features/companies/search-conditions.ts';
import { type Dataset, openDataset } from '#server/features/datasets/dataset.ts';
import { readClient } from '#server/features/datasets/read-client.ts';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { describeCounted } from './describe-counted.ts';
import { describeGrouped, isGrouped } from './describe-grouped.ts';

let server: TestServer;
let caller: Caller;
let fields: readonly SchemaField[];
let dataset: Dataset;

beforeAll(async () => {
  server = await startTestServer();
  const { platform } = server;
  const { id, name } = await buildTestDataset(platform, { name: 'ours', companies: 500 });
  const { token } = await signedInPerson(platform, { memberOf: { [id]: ['USER'] } });
  caller = { token, client: name };
  const { companiesSchema } = await server.call(getClient, {}, caller);
  fields = companiesSchema.filter(({ isHiddenFromUser }) => !isHiddenFromUser);
  dataset = await openDataset({
    client: await readClient(platform, id),
    read: (query) => platform.db.asClient(id, query),
    caches: platform.caches,
  });
}, 120_000);
afterAll(() => server.close());

const rule = (field: string, operator: string, value: number | null = null): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'r', field, operator, value }],
});
const SMALL = rule('employee_count', 'lte', 200);
const NOBODY = rule('employee_count', 'lt', -1);

async function companiesOf(search: { filters: FilterGroup | null; search?: string }): Promise<CompanyRow[]> {
  const found: CompanyRow[] = [];
  for (;;) {
    const page = { ...search, offset: found.length, limit: 100, parts: ['companies' as const] };
    const { companies, companiesCnt } = await server.call(searchCompanies, page, caller);
    found.push(...companies);
    if (found.length >= companiesCnt) return found;
  }
}

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);
const byFrequency = (one: readonly [string, number], other: readonly [string, number]) =>
  other[1] - one[1] || (one[0] < other[0] ? -1 : 1);

/** The statistics of a field, computed in plain TypeScript. */
function describedBy(rows: readonly CompanyRow[], { fieldName, type }: SchemaField) {
  const filled = rows.map((row) => row[fieldName] ?? null).filter((value) => !isEmpty(value));
  const counts = new Map<string, number>();
  for (const value of filled.flatMap((each) => (Array.isArray(each) ? [...new Set(each)] : [each]))) {
    counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  }
  const { form } = traitsOf(type);
  const ordered = filled.toSorted(
    (one, other) => Number(one) - Number(other) || (String(one) < String(other) ? -1 : 1),
  );
  const at = (index: number) => ordered[Math.min(ordered.length - 1, Math.floor(index))] ?? null;
  const length = ordered.length;
  return {
    recordsCount: rows.length,
    missingCount: rows.length - filled.length,
    uniqueCount: counts.size,
    values: [...counts].toSorted(byFrequency),
    ...(form === 'number' || form === 'date'
      ? {
          min: at(0),
          max: at(length),
          quartiles: { lower: at(length / 4), median: at((length - 1) / 2), upper: at((length * 3) / 4) },
        }
      : {}),
    ordered,
  };
}

test.each([
  ['nothing', null, ''],
  ['a filter', SMALL, ''],
  ['a filter and a search', SMALL, 'a'],
  ['what finds nobody', NOBODY, ''],
])('statistics follow %s', async (_name, filters, search) => {
  const rows = await companiesOf({ filters, search });
  if (filters === SMALL) expect(rows.length).toBeGreaterThan(20);
  for (const field of fields) {
    // Scores have more digits than their rows show.
    if (field.fieldName === '__tags') continue;
    const input = { fieldName: field.fieldName, filters, search, valuesPageLimit: 1000 };
    const answer = await server.call(describeField, input, caller);
    const { ordered, values, ...expected } = describedBy(rows, field);
    expect({ fieldName: field.fieldName, ...answer }).toMatchObject({ fieldName: field.fieldName, ...expected });
    if (field.type !== 'Number' || field.fieldName !== '__quality_score')
      expect(answer.values.map(({ value, count }) => [String(value), count])).toEqual(values);
    const bins = answer.histogram ?? [];
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(answer.histogram === undefined ? 0 : ordered.length);
    for (const { from, to, count } of bins) {
      const inside = ordered.filter((value) => value !== null && value >= from && value < to);
      expect([field.fieldName, from, to, inside.length]).toEqual([field.fieldName, from, to, count]);
    }
  }
});

test.each([
  ['most companies, whose bars are those of the version', rule('employee_count', 'lte', 5000), ''],
  ['few companies, which need other bars', rule('employee_count', 'lte', 12), ''],
  ['values with a text', SMALL, '1'],
  ['nobody', NOBODY, ''],
])('columns with many values are described alike: %s', async (_name, filters, search) => {
  const scope = { ...server.platform, request: { signal: new AbortController().signal } };
  const match = searchMatch(searchConditions(dataset, { filters, search: '', tab: 'ALL' }));
  const page = { search, offset: 1, limit: 7 };
  let compared = 0;
  for (const column of fields.flatMap(({ fieldName }) => dataset.columns.get(fieldName) ?? [])) {
    if (!isGrouped(column, page)) continue;
    // The test's columns have few values.
    const counted = await describeCounted(scope, dataset, column, match, page);
    const grouped = await describeGrouped(scope, dataset, column, page, match);
    const { average } = counted.totals;
    const close = average === undefined || average === null ? {} : { average: expect.closeTo(average, 6) };
    expect(grouped, column.fieldName).toEqual({ ...counted, totals: { ...counted.totals, ...close } });
    compared += 1;
  }
  expect(compared).toBeGreaterThan(10);
});

test.each([
  ['country', 'u'],
  ['technologies', 'SALES'],
  ['name', 'dàtä'],
  ['employee_count', '1'],
])('values of %s are found by "%s", with and without a filter', async (fieldName, valuesSearch) => {
  for (const filters of [null, SMALL]) {
    const all = await server.call(describeField, { fieldName, filters, valuesPageLimit: 1000 }, caller);
    const found = await server.call(describeField, { fieldName, filters, valuesSearch, valuesPageLimit: 3 }, caller);
    const expected = all.values.filter(({ value }) => foldText(String(value)).includes(foldText(valuesSearch)));
    expect(expected.length).toBeGreaterThan(0);
    expect(found).toEqual({ ...all, values: expected.slice(0, 3), valuesCount: expected.length });
  }
});

test('invalid searches are refused', async () => {
  const filters = rule('nope', 'exists');
  expect((await server.refused(describeField, { fieldName: 'country', filters }, caller)).body.errorCode).toBe(
    'INVALID_FILTER',
  );
  const contact = { fieldName: 'position', recordType: 'contact', search: 'x' };
  expect((await server.refused(describeField, contact, caller)).body.errorCode).toBe('VALIDATION_FAILED');
});
