import { ident, join, sql } from '@quarry/clickhouse';
import {
  type CompanyRow,
  createScoringConfig,
  getScoreHistory,
  type ScoringRule,
  searchCompanies,
  updateScoringConfig,
} from '@quarry/contracts';
import { type FieldInfo, operatorsFor, prepareFilter } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { scoringConfigs } from '@quarry/postgres/tables/scoring';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { waitForBuild } from '#server/features/builds/ensure-first-build.ts';
import { today } from '#server/features/datasets/compile-dataset-filter.ts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { outdateScores } from '#server/features/datasets/request-scores.ts';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { scoreOf } from './scores.sql.ts';
import { untilFresh } from './testing/until-fresh.ts';

const COMPANIES = 300;
let server: TestServer;
let caller: Caller;
let client: { id: string; name: string };
let rows: CompanyRow[];

beforeAll(async () => {
  server = await startTestServer();
  client = await buildTestDataset(server.platform, { name: 'ours', companies: COMPANIES });
  const { token } = await signedInPerson(server.platform, { memberOf: { [client.id]: ['USER'] } });
  caller = { token, client: client.name };
  rows = await allRows();
}, 120_000);
afterAll(() => server.close());

async function allRows(): Promise<CompanyRow[]> {
  const found: CompanyRow[] = [];
  for (;;) {
    const page = await server.call(searchCompanies, { offset: found.length, limit: 100, parts: ['companies'] }, caller);
    found.push(...page.companies);
    if (page.companies.length < 100) return found;
  }
}

const FIELDS: readonly FieldInfo[] = [
  { fieldName: 'employee_count', displayName: 'Employees', type: 'Number' },
  { fieldName: 'name', displayName: 'Name', type: 'String' },
  { fieldName: 'country', displayName: 'Country', type: 'Picklist' },
  { fieldName: 'technologies', displayName: 'Technologies', type: 'Multipicklist' },
  { fieldName: 'is_hiring', displayName: 'Hiring', type: 'Boolean' },
  { fieldName: 'last_round_date', displayName: 'Last round', type: 'Date' },
];
const byName = (fieldName: string) => FIELDS.find((field) => field.fieldName === fieldName);

/** A rule whose value some company has. */
function anyRule(field: FieldInfo, id: string): fc.Arbitrary<ScoringRule> {
  const values = rows.flatMap((row) => {
    const value = row[field.fieldName] ?? null;
    return value === null || value === '' ? [] : [value].flat();
  });
  const value = fc.constantFrom(...values);
  const operators = operatorsFor(field.type).filter((operator) => !/Relative|between|Between|Items/.test(operator));
  return fc.record({ operator: fc.constantFrom(...operators), value, score: fc.integer({ min: -10, max: 10 }) }).map(
    ({ operator, value: chosen, score }): ScoringRule => ({
      id,
      field: field.fieldName,
      operator,
      score,
      ...valueFor(operator, chosen),
    }),
  );
}

function valueFor(operator: string, value: string | number | boolean): Pick<ScoringRule, 'value'> {
  if (/xists|is(?:True|False)/.test(operator)) return {};
  if (/Text/.test(operator)) return { value: [String(value).slice(0, 3)] };
  if (/OneOf|AnyOf/i.test(operator)) return { value: [String(value)] };
  return { value: typeof value === 'boolean' ? String(value) : value };
}

function expectedScore(rules: readonly ScoringRule[], row: CompanyRow): number {
  const meets = (rule: ScoringRule) =>
    prepareFilter({ id: 'root', combinator: 'and', rules: [rule] }, byName, { today: today() })(row);
  return rules.reduce((sum, rule) => sum + (meets(rule) ? rule.score : 0), 0);
}

/** Rule sets per statement. */
const BATCH = 20;

test('scores equal the sum of the rules that a plain evaluation finds met, for 200 random rule sets', async () => {
  const anySet = fc
    .array(fc.constantFrom(...FIELDS), { minLength: 1, maxLength: 12 })
    .chain((fields) => fc.tuple(...fields.map((field, at) => anyRule(field, `r${at}`))));
  const sets = fc.sample(anySet, 200);
  const dataset = await open();
  const scored = z.object({ __id: z.string(), __scores: z.array(z.number()) });
  for (let at = 0; at < sets.length; at += BATCH) {
    const batch = sets.slice(at, at + BATCH);
    const scores = join(batch.map((rules) => scoreOf(dataset, rules)));
    const statement = sql`SELECT toString(__company_id) AS __id, [${scores}] AS __scores FROM ${dataset.table()}`;
    const found = await server.platform.warehouse.rows(statement, scored, { lane: 'people' });
    const ours = new Map(found.map(({ __id, __scores }) => [__id, __scores]));
    for (const row of rows) {
      const expected = batch.map((rules) => expectedScore(rules, row));
      expect([row.__domain, ours.get(row.__company_id)], JSON.stringify(batch)).toEqual([row.__domain, expected]);
    }
  }
});

/** What a plain comparison of two moments says about a company. */
interface Moment {
  readonly rules: readonly ScoringRule[];
  readonly rows: ReadonlyMap<string, CompanyRow>;
}

function expectedChange(before: Moment, after: Moment, id: string) {
  const [earlier, later] = [before.rows.get(id), after.rows.get(id)];
  if (earlier === undefined || later === undefined) return null;
  const scores = { before: expectedScore(before.rules, earlier), after: expectedScore(after.rules, later) };
  if (scores.before === scores.after) return null;
  const points = new Map<string, { before: number; after: number; field: string }>();
  const add = (rule: ScoringRule, row: CompanyRow, moment: 'before' | 'after') => {
    const { id: _id, score: _score, ...condition } = rule;
    const key = JSON.stringify(condition, Object.keys(condition).toSorted());
    const known = points.get(key) ?? { before: 0, after: 0, field: rule.field };
    points.set(key, { ...known, [moment]: known[moment] + expectedScore([rule], row) });
  };
  for (const rule of before.rules) add(rule, earlier, 'before');
  for (const rule of after.rules) add(rule, later, 'after');
  const moved = [...points].filter(([_key, each]) => each.before !== each.after);
  const values = (field: string) => ({ before: earlier[field] ?? null, after: later[field] ?? null });
  const isOtherVersion = before.rows !== after.rows;
  return {
    ...scores,
    rules: moved
      .map(([key, each]) => ({
        key,
        from: each.before,
        to: each.after,
        values: isOtherVersion ? values(each.field) : null,
      }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1)),
  };
}

test('the history of every company equals a plain comparison of each definition and version with the one before', async () => {
  const { db, jobs, warehouse } = server.platform;
  // Relative dates and texts that differ only beyond a cut have tests of their own; `name` never changes.
  const fields = FIELDS.filter(({ fieldName }) => fieldName !== 'technologies');
  const anyRules = fc
    .array(fc.constantFrom(...fields), { minLength: 1, maxLength: 8 })
    .chain((chosen) => fc.tuple(...chosen.map((field, at) => anyRule(field, `r${at}`))));
  const sets = fc.sample(anyRules, 7);
  const [first, second, third, fourth, ...others] = sets;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined)
    throw new Error('Too few');
  const { item } = await server.call(createScoringConfig, { name: 'Fit', rules: first }, caller);
  await untilFresh(server, caller);
  const snapshot = async () => new Map((await allRows()).map((row) => [row.__company_id, row]));
  const moments: Moment[] = [{ rules: first, rows: await snapshot() }];
  const save = async (rules: readonly ScoringRule[]) => {
    await server.call(updateScoringConfig, { scoringConfigId: item.id, rules: [...rules] }, caller);
    await untilFresh(server, caller);
    const { rows } = moments.at(-1) ?? { rows: new Map() };
    moments.push({ rules, rows });
  };
  const build = async (rules: readonly ScoringRule[]) => {
    const jobId = await db.asSystem(async (tx) => {
      // Saved so late that no recalculation of its own comes before the build's.
      await tx.update(scoringConfigs).set({ rules }).where(eq(scoringConfigs.id, item.id));
      await outdateScores(tx, client.id, [item.id]);
      return requestBuild(tx, jobs, client.id, {}, 'test');
    });
    await waitForBuild(server.platform, jobId);
    await untilFresh(server, caller);
    moments.push({ rules, rows: await snapshot() });
  };
  await save(second);
  // Only weights.
  await save(second.map((rule, at) => (at === 0 ? { ...rule, score: rule.score === 10 ? 9 : rule.score + 1 } : rule)));
  await save(third);
  const companies = ident('universe', 'companies');
  await warehouse.command(
    sql`INSERT INTO ${companies} SELECT * REPLACE (
        employee_count * 3 AS employee_count, if(company_id % 4 = 0, 'DE', country) AS country, version + 1000000000000 AS version)
      FROM ${companies} FINAL WHERE company_id % 2 = 0`,
    { lane: 'jobs' },
  );
  await build(third);
  await build(fourth);
  for (const rules of others) await save(rules);

  let compared = 0;
  for (const id of [...(moments[0]?.rows.keys() ?? [])].slice(0, 60)) {
    const expected = moments.flatMap((after, at) => {
      const before = moments[at - 1];
      return before === undefined ? [] : (expectedChange(before, after, id) ?? []);
    });
    const { changes } = await server.call(getScoreHistory, { scoringConfigId: item.id, companyId: id }, caller);
    const found = changes.map(({ before, after, rules }) => ({
      before,
      after,
      rules: rules
        .map(({ rule: { id: _id, ...condition }, pointsBefore, pointsAfter, values }) => ({
          key: JSON.stringify(condition, Object.keys(condition).toSorted()),
          from: pointsBefore,
          to: pointsAfter,
          values,
        }))
        .toSorted((one, other) => (one.key < other.key ? -1 : 1)),
    }));
    expect(found, id).toEqual(expected.toReversed());
    compared += found.length;
  }
  expect(compared).toBeGreaterThan(60);
}, 120_000);

async function open() {
  const [row] = await server.platform.db.asClient(client.id, (tx) =>
    tx.select({ version: clients.datasetVersion }).from(clients).where(eq(clients.id, client.id)),
  );
  return openDataset({
    client: {
      ...client,
      featureFlags: [],
      datasetVersion: String(row?.version),
      exclusionsRevision: 0,
      derivedRevision: 0,
    },
    read: (query) => server.platform.db.asClient(client.id, query),
    caches: {},
  });
}
