import { join, sql } from '@quarry/clickhouse';
import { type CompanyRow, type ScoringRule, searchCompanies } from '@quarry/contracts';
import { type FieldInfo, operatorsFor, prepareFilter } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { today } from '#server/features/datasets/compile-dataset-filter.ts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { scoreOf } from './scores.sql.ts';

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
