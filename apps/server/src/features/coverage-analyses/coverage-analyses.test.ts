import { sql, uints } from '@quarry/clickhouse';
import {
  AppError,
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
import { parseTargets } from './parse-targets.ts';
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

test('targets are told also if the companies of the universe cannot be counted', async () => {
  const tree = bigger(100);
  const broken = new Proxy(compileCriteria(tree, { today, configs: new Map(), staff: true }), {
    get() {
      throw new AppError('QUERY_TOO_EXPENSIVE', 'This takes too much memory.');
    },
  });
  const result = await evaluateTargets(
    server.platform.warehouse,
    {
      domains: companies.slice(0, 5).map(({ domain }) => domain),
      tree,
      criteria: { compiled: broken, configs: new Map(), day: today },
      ranges: new Map(),
    },
    { signal: new AbortController().signal, progress: () => undefined },
  );
  expect(result).toMatchObject({ matched: 5, estimate: null, estimateError: 'This takes too much memory.' });
  expect(result.flatRules).toMatchObject([{ companiesAdded: null }]);
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
  const DOMAINS = 'Please provide between 1 and 1000 domains';
  const NUMBERS = 'Please make sure all fields are correct numbers';
  const DATES = 'Please make sure all fields are correct dates in YYYY-MM-DD format';
  const RANGES = 'There have to be more than 0 and less than 1000 ranges.';
  const many = (count: number) => Array.from({ length: count }, (_each, at) => at);
  const ranges = (field: string, values: unknown[]) => ({ fieldRanges: [{ field, ranges: values }] });
  const size = 'firmographics/employee_count';
  const revenue = 'firmographics/revenue_usd';
  const growth = 'web_traffic/visits_growth';
  const date = 'funding/last_round_at';
  const rows: [input: object, message: string | null][] = [
    [{ domains: [] }, DOMAINS],
    [{ domains: ['', '  '] }, DOMAINS],
    [{ domains: many(1001).map((at) => `a${at}.com`) }, DOMAINS],
    [{ domains: many(1000).map((at) => `a${at}.com`) }, null],
    [ranges(size, ['ten']), NUMBERS],
    [ranges(size, ['']), NUMBERS],
    [ranges(revenue, ['$5']), NUMBERS],
    [ranges(growth, ['5%']), NUMBERS],
    [ranges(size, ['1e3', -5, '2.5']), null],
    [ranges(date, ['2026-02-30']), DATES],
    [ranges(date, ['1/2/2026']), DATES],
    [ranges(date, [20_260_102]), DATES],
    [ranges(date, ['2026-02-28']), null],
    [ranges(size, []), RANGES],
    [ranges(size, many(1000)), RANGES],
    [ranges(size, many(999)), null],
    [ranges('firmographics/nothing', [1]), 'There is no data point "firmographics/nothing"'],
    [ranges('firmographics/city', [1]), 'Only numbers and dates have ranges.'],
    [
      { sourcingCriteria: { id: 'root', combinator: 'and', rules: [] } },
      'The config is incorrect, please fix the changes and try again',
    ],
  ];
  for (const [input, message] of rows) {
    const body = { domains: ['acme.com'], sourcingCriteria: bigger(3), ...input };
    if (message === null) expect(parseTargets(runCoverageAnalysis.body.parse(body))).toBeDefined();
    else
      expect((await server.refused(runCoverageAnalysis, body, staff)).body.message, JSON.stringify(input)).toBe(
        message,
      );
  }
  for (const [changes, message] of [
    [{ clientName: 'Not Allowed' }, 'Name can only contain alphanumeric characters.'],
    [{ name: ' ' }, 'Please enter a name'],
    [{ domains: [] }, DOMAINS],
  ] as const) {
    const body = { name: 'A', clientName: 'new-one', domains: ['acme.com'], sourcingCriteria: bigger(3), ...changes };
    expect((await server.refused(createCoverageAnalysis, body, staff)).body.message).toBe(message);
  }
});
