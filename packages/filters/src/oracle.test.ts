import { randomInt } from 'node:crypto';
import { ident, join, sql, uint } from '@quarry/clickhouse/sql';
import type { Warehouse } from '@quarry/clickhouse/warehouse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { randomFrom } from '../testing/random.ts';
import { randomCriteria } from '../testing/random-criteria.ts';
import { randomDate, randomRow } from '../testing/random-rows.ts';
import { fillTestTable, openTestEngine, TEST_TABLE, testColumns, testFields } from '../testing/test-table.ts';
import { compileFilter } from './compile.ts';
import { describeFilter } from './describe.ts';
import { prepareFilter } from './evaluate.ts';
import { type FilterGroup, filterGroup, listRules } from './filter.ts';
import { OPERATORS } from './operators.ts';

const seed = Number(process.env.QUARRY_SEED ?? randomInt(2 ** 31));
const CRITERIA = 2000;
const ROWS = 3000;
const PER_STATEMENT = 50;

const random = randomFrom(seed);
const rows = Array.from({ length: ROWS }, () => randomRow(random));
const today = randomDate(random);
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

/** The rows that the engine finds with each of the criteria, in a WHERE. */
async function findIds(all: readonly FilterGroup[]): Promise<number[][]> {
  const selects = all.map((criteria, at) => {
    const condition = compileFilter(criteria, testColumns, options);
    return sql`SELECT ${uint(at)} AS at, groupArray(id) AS ids FROM ${ident(TEST_TABLE.table)} WHERE ${condition}`;
  });
  const answer = z.object({ at: z.coerce.number(), ids: z.array(z.number()) });
  const answers = await warehouse.rows(join(selects, ' UNION ALL '), answer, { lane: 'jobs' });
  return answers.toSorted((a, b) => a.at - b.at).map(({ ids }) => ids.toSorted((a, b) => a - b));
}

/** Rows found less rows not found, for each of the criteria as an expression; one NULL would spoil the difference. */
async function weighRows(all: readonly FilterGroup[]): Promise<number[]> {
  const sums = all.map((criteria) => sql`sum(toInt64(${compileFilter(criteria, testColumns, options)}) * 2 - 1)`);
  const statement = sql`SELECT [${join(sums)}] AS sums FROM ${ident(TEST_TABLE.table)}`;
  const answer = z.object({ sums: z.array(z.coerce.number()) });
  const [row] = await warehouse.rows(statement, answer, { lane: 'jobs' });
  return row?.sums ?? [];
}

test(`the engine and the evaluator agree on ${CRITERIA} random criteria over ${ROWS} rows`, async () => {
  console.log(`QUARRY_SEED=${seed}`);
  const used = new Set<string>();
  let matched = 0;
  for (let from = 0; from < CRITERIA; from += PER_STATEMENT) {
    const batch = Array.from({ length: PER_STATEMENT }, () => filterGroup.parse(randomCriteria(random)));
    const found = await findIds(batch);
    const sums = await weighRows(batch);
    batch.forEach((criteria, at) => {
      for (const rule of listRules(criteria)) used.add(rule.operator);
      const holds = prepareFilter(criteria, testFields, options);
      const expected = rows.flatMap((row, id) => (holds(row) ? [id] : []));
      matched += expected.length;
      const ids = found[at] ?? [];
      const sentence = describeFilter(criteria, testFields);
      if (ids.join() !== expected.join()) {
        const wrong = rows.findIndex((row, id) => holds(row) !== ids.includes(id));
        const example = { seed, criteria, row: rows[wrong], engine: ids.includes(wrong) };
        expect.fail(`${sentence}\n${JSON.stringify(example, null, 1)}`);
      }
      expect(sums[at], sentence).toBe(2 * expected.length - ROWS);
    });
  }
  expect([...used].sort()).toEqual(Object.keys(OPERATORS).sort());
  // Neither side may agree by finding nothing, or everything.
  expect(matched / (CRITERIA * ROWS)).toBeGreaterThan(0.2);
  expect(matched / (CRITERIA * ROWS)).toBeLessThan(0.8);
}, 180_000);
