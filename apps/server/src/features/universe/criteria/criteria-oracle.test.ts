import { isDeepStrictEqual } from 'node:util';
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
import { assertEach, sample, seed } from '@quarry/testing/random';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { generateUniverse } from '../generate/generate-universe.ts';
import { idRanges, inRange } from '../id-ranges.ts';
import { openTestUniverse, type TestUniverse } from '../testing/test-universe.ts';
import { upperBound, withoutRule } from './bounds.ts';
import { compileCriteria } from './compile-criteria.ts';
import { type BlockConfigs, parseBlockConfigs, universeFields } from './data-point.ts';
import { evaluateOptions } from './rule-bits.ts';
import { dynamicValues, type RawUniverse, readRawUniverse, staticValues } from './testing/oracle.ts';
import { anyConfigs, anyMarket, criteriaFields } from './testing/random-market.ts';

const today = '2026-11-20';
const COMPANIES = 400;
const CRITERIA = 500;
/** The number of criteria whose counts by rule are compared as well. */
const COUNTED = 120;
/** Planning takes most of a small statement's time, so several run at once. */
const CONCURRENCY = 10;

let universe: TestUniverse;
let configs: BlockConfigs;
/** Each company's values by data point, computed in TypeScript from the raw rows. */
let values: Map<string, FilterRow>;
let markets: fc.Arbitrary<FilterGroup>;

beforeAll(async () => {
  universe = await openTestUniverse();
  await generateUniverse({ warehouse: universe.warehouse, companies: COMPANIES, seed: seed % 1000, today });
  const raw = await readRawUniverse(universe.warehouse);
  const [made = []] = sample(anyConfigs(wordsIn(raw), 6), 1);
  configs = parseBlockConfigs(made);
  values = new Map(
    [...raw.companies.keys()].map((id) => [
      id,
      Object.assign(staticValues(raw, id), ...made.map((config) => dynamicValues(raw, id, config))),
    ]),
  );
  markets = anyMarket(criteriaFields(made, [...values.values()]));
}, 120_000);

afterAll(() => universe.close());

/** Words of the stored texts, by column. */
function wordsIn({ rows }: RawUniverse): Record<string, string[]> {
  const tables = {
    title: 'jobs',
    description: 'jobs',
    position: 'team_members',
    review: 'software_reviews',
    feature: 'software_features',
    text: 'pages',
  };
  return Object.fromEntries(
    Object.entries(tables).map(([column, table]) => {
      const texts = [...(rows[table]?.values() ?? [])].flat().map((row) => String(row[column]));
      const words = sample(fc.constantFrom(...texts), 60).flatMap(
        (text) => text.match(/[\p{L}][\p{L}\p{N}]{2,}/gu) ?? [],
      );
      return [column, [...new Set(words)]];
    }),
  );
}

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

function isEmpty(value: FieldValue): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

test(`${CRITERIA} random markets match the companies that plain TypeScript finds in the raw rows`, async () => {
  const used = new Set<string>();
  let matched = 0;
  let tried = 0;
  const findProblem = async (criteria: FilterGroup): Promise<string | null> => {
    for (const { operator } of listRules(criteria)) used.add(operator);
    const correct = expected(criteria);
    matched += correct.length;
    const ranges = idRanges(COMPANIES, tried++ % 5 === 0 ? COMPANIES / 3 : COMPANIES);
    const parts = await Promise.all(ranges.map((range) => found(criteria, inRange(sql`company_id`, range))));
    const all = parts.flat();
    if (all.toSorted().join() === correct.toSorted().join()) return null;
    const wrong = [...values.keys()].find((id) => all.includes(id) !== correct.includes(id)) ?? '';
    const keys = listRules(criteria).map(({ field, configId }) => fieldKey(field, configId));
    const row = Object.fromEntries(keys.map((key) => [key, values.get(wrong)?.[key]]));
    return JSON.stringify({ wrong, engine: all.includes(wrong), row });
  };
  await assertEach(markets, { count: CRITERIA, batch: CONCURRENCY }, (all) => Promise.all(all.map(findProblem)));
  expect([...used].sort()).toEqual(Object.keys(OPERATORS).sort());
  // Agreement on nothing, or on everything, would prove little.
  expect(matched / (CRITERIA * COMPANIES)).toBeGreaterThan(0.1);
  expect(matched / (CRITERIA * COMPANIES)).toBeLessThan(0.9);
}, 180_000);

test(`the counts by rule of ${COUNTED} random markets equal those of plain TypeScript`, async () => {
  let tried = 0;
  const findProblem = async (criteria: FilterGroup): Promise<string | null> => {
    const compiled = compileCriteria(criteria, { today, configs, staff: true });
    const sums = {
      total: 0,
      net_new: 0,
      without_rule: compiled.rules.map(() => 0),
      unknown: compiled.rules.map(() => 0),
    };
    for (const range of idRanges(COMPANIES, tried++ % 3 === 0 ? COMPANIES / 2 : COMPANIES)) {
      const statement = compiled.counts(inRange(sql`company_id`, range), sql`1`, sql`company_id % 3 = 0`);
      const [row] = await universe.warehouse.rows(statement, counts);
      sums.total += row?.total ?? 0;
      sums.net_new += row?.net_new ?? 0;
      row?.without_rule.forEach((count, at) => (sums.without_rule[at] = (sums.without_rule[at] ?? 0) + count));
      row?.unknown.forEach((count, at) => (sums.unknown[at] = (sums.unknown[at] ?? 0) + count));
    }
    const all = expected(criteria);
    const relaxed = compiled.rules.map((rule) => expected(withoutRule(criteria, rule)));
    const unknown = compiled.rules.map(({ field, configId }, at) => {
      const key = fieldKey(field, configId);
      return relaxed[at]?.filter((id) => isEmpty(values.get(id)?.[key])).length;
    });
    const correct = {
      total: all.length,
      net_new: all.filter((id) => BigInt(id) % 3n === 0n).length,
      without_rule: relaxed.map((found) => found.length),
      unknown,
    };
    return isDeepStrictEqual(sums, correct) ? null : JSON.stringify({ engine: sums, correct });
  };
  await assertEach(markets, { count: COUNTED, batch: CONCURRENCY }, (all) => Promise.all(all.map(findProblem)));
}, 180_000);

test('an upper bound holds for every match, whatever its unknown rules say', () => {
  const options = evaluateOptions({ today, configs, staff: true });
  const rows = [...values.values()];
  let bounded = 0;
  const anyUnknown = fc.array(fc.constantFrom(false, false, true), { minLength: 16, maxLength: 16 });
  const property = fc.property(markets, anyUnknown, (criteria, isUnknown) => {
    const known = new Set(listRules(criteria).filter((_, at) => isUnknown[at % isUnknown.length] === false));
    const bound = upperBound(criteria, (rule) => known.has(rule));
    if (typeof bound !== 'boolean') bounded++;
    const tree: FilterGroup =
      typeof bound === 'boolean'
        ? { id: 'all', combinator: 'and', not: !bound, rules: [] }
        : { id: 'all', combinator: 'and', rules: [bound] };
    const implied = prepareFilter(tree, universeFields(configs), options);
    const holds = prepareFilter(criteria, universeFields(configs), options);
    const broken = rows.find((row) => holds(row) && !implied(row));
    expect(broken, JSON.stringify(bound)).toBeUndefined();
  });
  fc.assert(property, { seed, numRuns: 1000 });
  expect(bounded).toBeGreaterThan(300);
});
