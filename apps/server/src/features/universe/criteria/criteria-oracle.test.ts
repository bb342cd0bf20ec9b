import { randomInt } from 'node:crypto';
import { type Sql, sql } from '@quarry/clickhouse';
import {
  type FieldValue,
  type FilterGroup,
  type FilterRow,
  fieldKey,
  listRules,
  OPERATORS,
  prepareFilter,
} from '@quarry/filters';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Random, randomFrom } from '../../../../../../packages/filters/testing/random.ts';
import { generateUniverse } from '../generate/generate-universe.ts';
import { idRanges, inRange } from '../id-ranges.ts';
import { openTestUniverse, type TestUniverse } from '../testing/test-universe.ts';
import { upperBound, withoutRule } from './bounds.ts';
import { compileCriteria } from './compile-criteria.ts';
import { type BlockConfigs, parseBlockConfigs, universeFields } from './data-point.ts';
import { evaluateOptions } from './rule-bits.ts';
import { dynamicValues, type RawUniverse, readRawUniverse, staticValues } from './testing/oracle.ts';
import { askedFields, randomConfigs, randomMarket } from './testing/random-market.ts';

const seed = Number(process.env.QUARRY_SEED ?? randomInt(2 ** 31));
const today = '2026-11-20';
const COMPANIES = 400;
const CRITERIA = 500;
/** Of so many of them the counts are taken apart as well. */
const COUNTED = 120;

let universe: TestUniverse;
let configs: BlockConfigs;
let random: Random;
/** The values of each company by data point, as this process computes them from the raw rows. */
let values: Map<string, FilterRow>;
let market: () => FilterGroup;

beforeAll(async () => {
  console.log(`QUARRY_SEED=${seed}`);
  random = randomFrom(seed);
  universe = await openTestUniverse();
  await generateUniverse({ warehouse: universe.warehouse, companies: COMPANIES, seed: seed % 1000, today });
  const raw = await readRawUniverse(universe.warehouse);
  const made = randomConfigs(random, wordsIn(raw), 6);
  configs = parseBlockConfigs(made);
  values = new Map(
    [...raw.companies.keys()].map((id) => [
      id,
      Object.assign(staticValues(raw, id), ...made.map((config) => dynamicValues(raw, id, config))),
    ]),
  );
  const fields = askedFields(made, [...values.values()]);
  market = () => randomMarket(random, fields);
}, 120_000);

afterAll(() => universe.close());

/** Words that the texts hold, by column. */
function wordsIn({ rows }: RawUniverse): Record<string, string[]> {
  const columns = { title: 'jobs', description: 'jobs', position: 'team_members', review: 'software_reviews' };
  const more = { feature: 'software_features', text: 'pages' };
  return Object.fromEntries(
    Object.entries({ ...columns, ...more }).map(([column, table]) => {
      const texts = [...(rows[table]?.values() ?? [])].flat().map((row) => String(row[column]));
      const words = random.some(texts, 60, 60).flatMap((text) => text.match(/[\p{L}][\p{L}\p{N}]{2,}/gu) ?? []);
      return [column, [...new Set(words)]];
    }),
  );
}

/** The companies whose values meet a tree, with the key that the rule names. */
function expected(criteria: FilterGroup | null): string[] {
  const options = { today, configs, staff: true };
  const holds = prepareFilter(criteria, universeFields(configs), evaluateOptions(options));
  return [...values].filter(([, row]) => holds(row)).map(([id]) => id);
}

const ids = z.object({ ids: z.array(z.string()) });

async function found(criteria: FilterGroup, range: Sql): Promise<string[]> {
  const { matching } = compileCriteria(criteria, { today, configs, staff: true });
  const statement = sql`SELECT groupArray(toString(company_id)) AS ids FROM (${matching(range, sql`1`, [])})`;
  const [row] = await universe.warehouse.rows(statement, ids);
  return row?.ids ?? [];
}

const counts = z.object({
  total: z.number(),
  net_new: z.number(),
  without_rule: z.array(z.number()),
  unknown: z.array(z.number()),
});

function isNothing(value: FieldValue): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Asks several at a time: most of a small statement's time is its planning. */
async function eachOf(rounds: number, check: (round: number, criteria: FilterGroup) => Promise<void>): Promise<void> {
  const all = Array.from({ length: rounds }, () => market());
  let next = 0;
  const work = async (): Promise<void> => {
    for (let round = next++; round < rounds; round = next++) {
      const criteria = all[round];
      if (criteria !== undefined) await check(round, criteria);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
}

test(`${CRITERIA} random markets find the companies that plain TypeScript finds in the raw rows`, async () => {
  const used = new Set<string>();
  let matched = 0;
  await eachOf(CRITERIA, async (round, criteria) => {
    for (const { operator } of listRules(criteria)) used.add(operator);
    const wanted = expected(criteria);
    matched += wanted.length;
    const ranges = idRanges(COMPANIES, round % 5 === 0 ? COMPANIES / 3 : COMPANIES);
    const parts = await Promise.all(ranges.map((range) => found(criteria, inRange(sql`company_id`, range))));
    const all = parts.flat();
    if (all.toSorted().join() === wanted.toSorted().join()) return;
    const wrong = [...values.keys()].find((id) => all.includes(id) !== wanted.includes(id)) ?? '';
    const keys = listRules(criteria).map(({ field, configId }) => fieldKey(field, configId));
    const row = Object.fromEntries(keys.map((key) => [key, values.get(wrong)?.[key]]));
    expect.fail(JSON.stringify({ seed, criteria, wrong, engine: all.includes(wrong), row }, null, 1));
  });
  expect([...used].sort()).toEqual(Object.keys(OPERATORS).sort());
  // Neither side may agree by finding nothing, or everything.
  expect(matched / (CRITERIA * COMPANIES)).toBeGreaterThan(0.1);
  expect(matched / (CRITERIA * COMPANIES)).toBeLessThan(0.9);
}, 180_000);

test(`the counts of ${COUNTED} random markets, taken apart rule by rule, are those of plain TypeScript`, async () => {
  await eachOf(COUNTED, async (round, criteria) => {
    const compiled = compileCriteria(criteria, { today, configs, staff: true });
    const sums = {
      total: 0,
      net_new: 0,
      without_rule: compiled.rules.map(() => 0),
      unknown: compiled.rules.map(() => 0),
    };
    for (const range of idRanges(COMPANIES, round % 3 === 0 ? COMPANIES / 2 : COMPANIES)) {
      const statement = compiled.counted(inRange(sql`company_id`, range), sql`1`, sql`company_id % 3 = 0`);
      const [row] = await universe.warehouse.rows(statement, counts);
      sums.total += row?.total ?? 0;
      sums.net_new += row?.net_new ?? 0;
      row?.without_rule.forEach((count, at) => (sums.without_rule[at] = (sums.without_rule[at] ?? 0) + count));
      row?.unknown.forEach((count, at) => (sums.unknown[at] = (sums.unknown[at] ?? 0) + count));
    }
    const all = expected(criteria);
    const left = compiled.rules.map((rule) => expected(withoutRule(criteria, rule)));
    const unknown = compiled.rules.map(({ field, configId }, at) => {
      const key = fieldKey(field, configId);
      return left[at]?.filter((id) => isNothing(values.get(id)?.[key])).length;
    });
    expect(sums, JSON.stringify({ seed, criteria }, null, 1)).toEqual({
      total: all.length,
      net_new: all.filter((id) => BigInt(id) % 3n === 0n).length,
      without_rule: left.map((found) => found.length),
      unknown,
    });
  });
}, 180_000);

test('what criteria imply is implied by them, whatever the rules that they leave out say', () => {
  const options = evaluateOptions({ today, configs, staff: true });
  const rows = [...values.values()];
  let said = 0;
  for (let round = 0; round < 1000; round++) {
    const criteria = market();
    const known = new Set(listRules(criteria).filter(() => random.chance(0.6)));
    const bound = upperBound(criteria, (rule) => known.has(rule));
    if (typeof bound !== 'boolean') said++;
    const tree: FilterGroup =
      typeof bound === 'boolean'
        ? { id: 'all', combinator: 'and', not: !bound, rules: [] }
        : { id: 'all', combinator: 'and', rules: [bound] };
    const implied = prepareFilter(tree, universeFields(configs), options);
    const holds = prepareFilter(criteria, universeFields(configs), options);
    const broken = rows.find((row) => holds(row) && !implied(row));
    expect(broken, JSON.stringify({ seed, criteria, bound })).toBeUndefined();
  }
  expect(said).toBeGreaterThan(300);
});
