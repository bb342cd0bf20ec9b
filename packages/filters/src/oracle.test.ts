import { ident, join, sql, uint } from '@quarry/clickhouse/sql';
import type { Warehouse } from '@quarry/clickhouse/warehouse';
import { assertEach, sample } from '@quarry/testing/random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { anyCriteria } from '../testing/random-criteria.ts';
import { anyDate, anyRow } from '../testing/random-rows.ts';
import { fillTestTable, openTestEngine, TEST_TABLE, testColumns, testFields } from '../testing/test-table.ts';
import { compileFilter } from './compile.ts';
import { compileSum } from './compile-sum.ts';
import { describeFilter } from './describe.ts';
import { fieldKey, prepareFilter } from './evaluate.ts';
import { type FilterGroup, filterGroup, listRules } from './filter.ts';
import { OPERATORS } from './operators.ts';

const CRITERIA = 2000;
const ROWS = 3000;
const PER_STATEMENT = 50;

const rows = sample(anyRow, ROWS);
const [today = '2026-03-31'] = sample(anyDate, 1);
const options = {
  today,
  staff: true,
  normaliseDomain: (text: string) => (text.includes('://') ? new URL(text).hostname.replace(/^www\./, '') : null),
};

let warehouse: Warehouse;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ warehouse, close } = await openTestEngine());
  await fillTestTable(warehouse, rows);
}, 60_000);

afterAll(() => close());

/** The rows that the engine finds for each of the criteria in a WHERE. */
async function findIds(all: readonly FilterGroup[]): Promise<number[][]> {
  const selects = all.map((criteria, at) => {
    const condition = compileFilter(criteria, testColumns, options);
    return sql`SELECT ${uint(at)} AS at, groupArray(id) AS ids FROM ${ident(TEST_TABLE.table)} WHERE ${condition}`;
  });
  const answer = z.object({ at: z.coerce.number(), ids: z.array(z.number()) });
  const answers = await warehouse.rows(join(selects, ' UNION ALL '), answer, { lane: 'jobs' });
  return answers.toSorted((a, b) => a.at - b.at).map(({ ids }) => ids.toSorted((a, b) => a - b));
}

/** Rows that match minus rows that don't, for each of the criteria as an expression; any NULL changes the result. */
async function weighRows(all: readonly FilterGroup[]): Promise<number[]> {
  const sums = all.map((criteria) => sql`sum(toInt64(${compileFilter(criteria, testColumns, options)}) * 2 - 1)`);
  const statement = sql`SELECT [${join(sums)}] AS sums FROM ${ident(TEST_TABLE.table)}`;
  const answer = z.object({ sums: z.array(z.coerce.number()) });
  const [row] = await warehouse.rows(statement, answer, { lane: 'jobs' });
  return row?.sums ?? [];
}

test(`the engine and the evaluator agree on ${CRITERIA} random criteria over ${ROWS} rows`, async () => {
  const used = new Set<string>();
  let matched = 0;
  await assertEach(anyCriteria, { count: CRITERIA, batch: PER_STATEMENT }, async (values) => {
    const batch = values.map((criteria) => filterGroup.parse(criteria));
    const found = await findIds(batch);
    const sums = await weighRows(batch);
    return batch.map((criteria, at) => {
      for (const rule of listRules(criteria)) used.add(rule.operator);
      const holds = prepareFilter(criteria, testFields, options);
      const expected = rows.flatMap((row, id) => (holds(row) ? [id] : []));
      matched += expected.length;
      const ids = found[at] ?? [];
      const sentence = describeFilter(criteria, testFields);
      if (ids.join() !== expected.join()) return `${sentence}\n${describeDifference(criteria, expected, ids)}`;
      return sums[at] === 2 * expected.length - ROWS ? null : `${sentence}\nis NULL for some rows`;
    });
  });
  expect([...used].sort()).toEqual(Object.keys(OPERATORS).sort());
  // Agreement on nothing or everything would prove little.
  expect(matched / (CRITERIA * ROWS)).toBeGreaterThan(0.2);
  expect(matched / (CRITERIA * ROWS)).toBeLessThan(0.8);
}, 180_000);

/** The shortest row that only one side finds, limited to the fields of the criteria. */
function describeDifference(criteria: FilterGroup, expected: readonly number[], found: readonly number[]): string {
  const keys = new Set(listRules(criteria).map(({ field, configId }) => fieldKey(field, configId)));
  const inBoth = new Set(expected.filter((id) => found.includes(id)));
  const differing = [...expected, ...found].filter((id) => !inBoth.has(id));
  const wrong = differing.map((id) => {
    const row = JSON.stringify(Object.fromEntries([...keys].map((key) => [key, rows[id]?.[key]])));
    return `${found.includes(id) ? 'The engine' : 'The evaluator'} alone finds ${row}`;
  });
  return wrong.toSorted((a, b) => a.length - b.length)[0] ?? '';
}

test('the sum of the weights of the rules that hold is what the evaluator counts', async () => {
  const RULES = 100;
  const rules = sample(anyCriteria, 300)
    .flatMap((criteria) => listRules(filterGroup.parse(criteria)))
    .map((rule, at) => ({ rule: { ...rule, id: `${at}` }, weight: (at % 41) - 20 }));
  const answer = z.object({ sum: z.coerce.number() });
  for (let from = 0; from < rules.length; from += RULES) {
    const some = rules.slice(from, from + RULES);
    const each = some.map(({ rule, weight }) => ({
      holds: prepareFilter({ id: 'root', combinator: 'and', rules: [rule] }, testFields, options),
      weight,
    }));
    const expected = rows.map((row) => each.reduce((sum, { holds, weight }) => sum + (holds(row) ? weight : 0), 0));
    const statement = sql`SELECT ${compileSum(some, testColumns, options)} AS sum FROM ${ident(TEST_TABLE.table)} ORDER BY id`;
    const found = await warehouse.rows(statement, answer, { lane: 'jobs' });
    expect(found.map(({ sum }) => sum)).toEqual(expected);
  }
});
