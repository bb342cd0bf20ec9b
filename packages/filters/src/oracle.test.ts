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
const PER_STATEMENT = 25;

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

/** The rows that the engine finds, in a WHERE, and again as a summed expression, which a NULL would spoil. */
async function askEngine(all: readonly FilterGroup[]): Promise<{ found: number[]; sum: number }[]> {
  const selects = all.map((criteria, at) => {
    const condition = compileFilter(criteria, testColumns, options);
    const table = ident(TEST_TABLE.table);
    const sum = sql`SELECT sum(toInt64(${condition}) * 2 - 1) FROM ${table}`;
    return sql`SELECT ${uint(at)} AS at, groupArray(id) AS ids, (${sum}) AS total FROM ${table} WHERE ${condition}`;
  });
  const answer = z.object({ at: z.coerce.number(), ids: z.array(z.number()), total: z.coerce.number() });
  const answers = await warehouse.rows(join(selects, ' UNION ALL '), answer, { lane: 'jobs' });
  return answers
    .toSorted((a, b) => a.at - b.at)
    .map(({ ids, total }) => ({ found: ids.toSorted((a, b) => a - b), sum: total }));
}

test(`the engine and the evaluator agree on ${CRITERIA} random criteria over ${ROWS} rows`, async () => {
  console.log(`QUARRY_SEED=${seed}`);
  const used = new Set<string>();
  let matched = 0;
  for (let from = 0; from < CRITERIA; from += PER_STATEMENT) {
    const batch = Array.from({ length: PER_STATEMENT }, () => filterGroup.parse(randomCriteria(random)));
    const answers = await askEngine(batch);
    batch.forEach((criteria, at) => {
      for (const rule of listRules(criteria)) used.add(rule.operator);
      const holds = prepareFilter(criteria, testFields, options);
      const expected = rows.flatMap((row, id) => (holds(row) ? [id] : []));
      matched += expected.length;
      const answer = answers[at];
      const sentence = describeFilter(criteria, testFields);
      if (answer === undefined || answer.found.join() !== expected.join()) {
        const wrong = rows.findIndex((row, id) => holds(row) !== (answer?.found.includes(id) ?? false));
        const example = JSON.stringify(
          { seed, criteria, row: rows[wrong], engine: answer?.found.includes(wrong) },
          null,
          1,
        );
        expect.fail(`${sentence}\n${example}`);
      }
      expect(answer.sum, sentence).toBe(2 * expected.length - ROWS);
    });
  }
  expect([...used].sort()).toEqual(Object.keys(OPERATORS).sort());
  // Neither side may agree by finding nothing, or everything.
  expect(matched / (CRITERIA * ROWS)).toBeGreaterThan(0.2);
  expect(matched / (CRITERIA * ROWS)).toBeLessThan(0.8);
}, 180_000);
