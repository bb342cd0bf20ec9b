import { sql, uints } from '@quarry/clickhouse';
import {
  checkCoverageDomains,
  createCoverageAnalysis,
  deleteCoverageAnalysis,
  getCoverageAnalysis,
  listCoverageAnalyses,
  readCoverageRun,
  runCoverageAnalysis,
  updateCoverageAnalysis,
} from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { sample } from '@quarry/testing/random';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { withoutRule } from '#server/features/universe/criteria/bounds.ts';
import { compileCriteria } from '#server/features/universe/criteria/compile-criteria.ts';
import { parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';
import { dynamicValues, readRawUniverse, staticValues } from '#server/features/universe/criteria/testing/oracle.ts';
import { anyConfigs, anyMarket, criteriaFields } from '#server/features/universe/criteria/testing/random-market.ts';
import { generateUniverse } from '#server/features/universe/generate/generate-universe.ts';
import { mandatoryRules } from '#server/features/universe/mandatory-rules.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { evaluateTargets } from './evaluate-targets.ts';
import { rangeLabel } from './range-label.ts';

const today = '2026-11-20';
const CRITERIA = 25;
const text = ['sales', 'engineer', 'cloud', 'data', 'security', 'great'];
const words = Object.fromEntries(
  ['title', 'description', 'position', 'review', 'feature', 'text'].map((column) => [column, text]),
);

let server: TestServer;
let staff: Caller;
let companies: { id: string; domain: string }[];

beforeAll(async () => {
  server = await startTestServer();
  const { warehouse } = server.platform;
  await generateUniverse({ warehouse, companies: 200, seed: 7, today });
  staff = {
    token: (await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS'] })).token,
  };
  companies = await warehouse.rows(
    sql`SELECT toString(company_id) AS id, domain FROM universe.companies FINAL WHERE ${mandatoryRules()} ORDER BY id`,
    z.object({ id: z.string(), domain: z.string() }),
  );
}, 60_000);
afterAll(() => server.close());

const bigger = (employees: number): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'size', field: 'firmographics/employee_count', operator: 'gte', value: employees }],
});

test('domains are matched, not matched or invalid, and a company counts once', async () => {
  const [first, second] = companies;
  const domains = [
    `https://www.${first?.domain}/about`,
    first?.domain ?? '',
    second?.domain ?? '',
    'unheard-of.com',
    'localhost',
  ];
  const checked = await server.call(checkCoverageDomains, { domains: [...domains, '  '] }, staff);
  expect(checked.matchedDomains.map(({ domain, originalDomain }) => [domain, originalDomain])).toEqual([
    [first?.domain, domains[0]],
    [second?.domain, second?.domain],
  ]);
  expect(checked.notMatchedDomains).toEqual(['unheard-of.com']);
  expect(checked.invalidDomains).toEqual(['localhost']);
});

test('a run tells each target rule by rule, with labels of ranges', async () => {
  const domains = companies.slice(0, 40).map(({ domain }) => domain);
  const started = await server.call(
    runCoverageAnalysis,
    {
      domains: [...domains, 'unheard-of.com'],
      sourcingCriteria: bigger(100),
      fieldRanges: [{ field: 'firmographics/employee_count', ranges: ['50', '0', '1000'] }],
    },
    staff,
  );
  const { output } = await vi.waitFor(async () => {
    const state = await server.call(readCoverageRun, started, staff);
    expect(state.status).toBe('SUCCEEDED');
    return state;
  }, 20_000);
  expect(output).toMatchObject({ matched: 40, notMatchedDomains: ['unheard-of.com'] });
  const included = output?.targetCompanies.filter((company) => company.included) ?? [];
  expect(output?.included).toBe(included.length);
  expect(output?.flatRules).toMatchObject([
    { id: 'size', included: included.length, targetsGained: 40 - included.length },
  ]);
  for (const { rules } of output?.targetCompanies ?? []) {
    const [{ rawValue, value, included: holds } = {}] = rules;
    expect(holds).toBe(Number(rawValue ?? 0) >= 100);
    if (typeof rawValue === 'number') expect(value).toBe(rangeLabel(rawValue, [0, 50, 1000]));
  }
});

test('random criteria include the same targets as the engine, with and without each rule', async () => {
  const { warehouse } = server.platform;
  const raw = await readRawUniverse(warehouse);
  const [made = []] = sample(anyConfigs(words, 4), 1);
  const configs = parseBlockConfigs(made);
  const rows = [...raw.companies.keys()].map((id) =>
    Object.assign(staticValues(raw, id), ...made.map((config) => dynamicValues(raw, id, config))),
  );
  const ids = companies.map(({ id }) => id);
  const matching = async (tree: FilterGroup | null): Promise<string[]> => {
    const { matching: select } = compileCriteria(tree, { today, configs, staff: true });
    const found = await warehouse.rows(
      sql`SELECT toString(company_id) AS id FROM (${select(sql`company_id IN ${uints(ids)}`, mandatoryRules(), [])})`,
      z.object({ id: z.string() }),
    );
    return found.map(({ id }) => id).toSorted();
  };
  for (const tree of sample(anyMarket(criteriaFields(made, rows)), CRITERIA)) {
    const compiled = compileCriteria(tree, { today, configs, staff: true });
    if (compiled.rules.length === 0) continue;
    const result = await evaluateTargets(
      warehouse,
      {
        domains: companies.map(({ domain }) => domain),
        tree,
        criteria: { compiled, configs, day: today },
        ranges: new Map(),
      },
      { signal: new AbortController().signal, progress: () => undefined },
    );
    const engine = await matching(tree);
    const includedIds = result.targetCompanies.filter(({ included }) => included).map(({ companyId }) => companyId);
    expect(includedIds.toSorted()).toEqual(engine);
    expect(result.estimate).toBe(engine.length);
    const [first] = compiled.rules;
    if (first === undefined) continue;
    const loosened = await matching(withoutRule(tree, first));
    expect(result.flatRules[0]?.targetsGained).toBe(loosened.filter((id) => !engine.includes(id)).length);
  }
}, 60_000);

test('analyses are saved, found, changed and deleted; a new client name is allowed', async () => {
  const body = { name: ' Targets ', clientName: 'not-there-yet', domains: ['acme.com'], sourcingCriteria: bigger(3) };
  const { coverageAnalysis } = await server.call(createCoverageAnalysis, body, staff);
  expect(coverageAnalysis).toMatchObject({ name: 'Targets', domains: ['acme.com'] });
  const { id } = coverageAnalysis;
  await server.call(updateCoverageAnalysis, { id, ...body, name: 'Better targets' }, staff);
  expect(await server.call(listCoverageAnalyses, { search: 'BETTER' }, staff)).toMatchObject({
    coverageAnalyses: [{ id, clientName: 'not-there-yet' }],
    coverageAnalysesCnt: 1,
  });
  expect((await server.call(getCoverageAnalysis, { id }, staff)).coverageAnalysis.name).toBe('Better targets');
  await server.call(deleteCoverageAnalysis, { id }, staff);
  expect((await server.refused(getCoverageAnalysis, { id }, staff)).status).toBe(404);
});

test('input is refused in the words of the specification', async () => {
  const refused = async (input: object) =>
    (await server.refused(runCoverageAnalysis, { domains: ['acme.com'], sourcingCriteria: bigger(3), ...input }, staff))
      .body.message;
  const ranges = (field: string, values: unknown[]) => ({ fieldRanges: [{ field, ranges: values }] });
  expect(await refused({ domains: [] })).toBe('Please provide between 1 and 1000 domains');
  expect(await refused({ domains: Array.from({ length: 1001 }, (_each, at) => `a${at}.com`) })).toBe(
    'Please provide between 1 and 1000 domains',
  );
  const size = 'firmographics/employee_count';
  expect(await refused(ranges(size, ['ten']))).toBe('Please make sure all fields are correct numbers');
  const date = 'funding/last_round_at';
  expect(await refused(ranges(date, ['2026-02-30']))).toBe(
    'Please make sure all fields are correct dates in YYYY-MM-DD format',
  );
  const many = Array.from({ length: 1000 }, (_each, at) => at);
  const message = 'There have to be more than 0 and less than 1000 ranges.';
  expect([await refused(ranges(size, [])), await refused(ranges(size, many))]).toEqual([message, message]);
  const client = { name: 'A', clientName: 'Not Allowed', domains: ['acme.com'], sourcingCriteria: bigger(3) };
  expect((await server.refused(createCoverageAnalysis, client, staff)).body.message).toBe(
    'Name can only contain alphanumeric characters.',
  );
});
