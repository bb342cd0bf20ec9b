import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { sql } from '@quarry/clickhouse';
import {
  AppError,
  type CallOf,
  checkCoverageDomains,
  createCoverageAnalysis,
  deleteCoverageAnalysis,
  generateEstimationSql,
  getCoverageAnalysis,
  listCoverageAnalyses,
  previewDataBlockCache,
  readCoverageRun,
  runCoverageAnalysis,
  triggerDataBlockCache,
  updateCoverageAnalysis,
} from '@quarry/contracts';
import { countRules, type FilterGroup, type FilterNode, isGroup, prepareFilter } from '@quarry/filters';
import { assertEach, sample } from '@quarry/testing/random';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { parseStaffCriteria } from '#server/features/market-estimation/estimated-criteria.ts';
import { withoutRule } from '#server/features/universe/criteria/bounds.ts';
import { compileCriteria } from '#server/features/universe/criteria/compile-criteria.ts';
import { parseBlockConfigs, universeFields } from '#server/features/universe/criteria/data-point.ts';
import { evaluateOptions } from '#server/features/universe/criteria/rule-bits.ts';
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
const CRITERIA = 200;
/** Planning takes most of a small statement's time, so an analysis is of several criteria, and several run at once. */
const TOGETHER = 8;
const MAX_RULES = 3;
const CONCURRENCY = 5;
const stems = ['sales', 'engineer', 'cloud', 'data', 'security', 'great'];
const words = Object.fromEntries(
  ['title', 'description', 'position', 'review', 'feature', 'text'].map((column) => [column, stems]),
);

let server: TestServer;
let staff: Caller;
let companies: { id: string; domain: string }[];
/** Statements as staff copy them, with what they should count. */
const copies: { readonly statement: string; readonly companies: number }[] = [];

beforeAll(async () => {
  server = await startTestServer();
  const { warehouse } = server.platform;
  await generateUniverse({ warehouse, companies: 120, seed: 7, today });
  staff = {
    token: (await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS'] })).token,
  };
  companies = await warehouse.rows(
    sql`SELECT toString(company_id) AS id, domain FROM universe.companies FINAL WHERE ${mandatoryRules()} ORDER BY id`,
    z.object({ id: z.string(), domain: z.string() }),
  );
}, 60_000);
afterAll(() => server.close());

async function estimateOverHttp(criteria: CallOf<typeof triggerDataBlockCache>) {
  const started = await server.call(triggerDataBlockCache, criteria, staff);
  return vi.waitFor(
    async () => {
      const found = await server.call(previewDataBlockCache, started, staff);
      expect(found.state).toBe('READY');
      return found;
    },
    { timeout: 20_000, interval: 20 },
  );
}

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

test('ranges of years have no thousands separators', () => {
  expect(rangeLabel(1990, [2000, 2010])).toBe('below 2,000');
  expect(rangeLabel(1990, [2000, 2010], true)).toBe('below 2000');
  expect(rangeLabel(2005, [2000, 2010], true)).toBe('2000 to below 2010');
  expect(rangeLabel(2015, [2000, 2010], true)).toBe('2010 and above');
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

test(`${CRITERIA} random criteria: targets, estimates and copied statements are those of the reference evaluator`, async () => {
  const { warehouse } = server.platform;
  const raw = await readRawUniverse(warehouse);
  const [configs = []] = sample(anyConfigs(words, 2), 1);
  const parsed = parseBlockConfigs(configs);
  const rows = new Map(
    companies.map(({ id }) => [
      id,
      Object.assign(staticValues(raw, id), ...configs.map((config) => dynamicValues(raw, id, config))),
    ]),
  );
  // The oracle test of criteria has larger ones; here each costs half a dozen statements.
  const markets = anyMarket(criteriaFields(configs, [...rows.values()])).filter(
    (tree) => countRules(tree) > 0 && countRules(tree) <= MAX_RULES,
  );
  const domains = companies.map(({ domain }) => domain);
  const matching = (tree: FilterGroup | null, today: string): string[] => {
    const holds = prepareFilter(tree, universeFields(parsed), evaluateOptions({ today, configs: parsed, staff: true }));
    return companies.flatMap(({ id }) => (holds(rows.get(id) ?? {}) ? [id] : [])).toSorted();
  };
  const findProblem = async (trees: readonly FilterGroup[]): Promise<string | null> => {
    const tree = together(trees);
    const targets = { domains, tree, criteria: parseStaffCriteria(tree, configs), ranges: new Map() };
    const control = { signal: new AbortController().signal, progress: () => undefined };
    const [coverage, estimate, statements] = await Promise.all([
      evaluateTargets(warehouse, targets, control),
      estimateOverHttp({ criteria: tree, configs, clientName: null }),
      Promise.all(
        trees.map((one) =>
          server.call(generateEstimationSql, { config: { sourcingCriteria: one, dataBlockConfigs: configs } }, staff),
        ),
      ),
    ]);
    const { compiled, day } = targets.criteria;
    statements.forEach(({ sql: statement }, at) => {
      copies.push({ statement, companies: matching(trees[at] ?? null, day).length });
    });
    const correct = matching(tree, day);
    const loosened = compiled.rules.map((rule) => matching(withoutRule(tree, rule), day));
    const idsOf = (holds: (company: (typeof coverage.targetCompanies)[number]) => boolean) =>
      coverage.targetCompanies.flatMap((company) => (holds(company) ? [company.companyId] : [])).toSorted();
    const found = {
      included: idsOf(({ included }) => included),
      byRule: coverage.flatRules.map((_, at) => idsOf(({ rules }) => rules[at]?.included === true)),
      coverage: coverage.estimate,
      estimate: estimate.count,
      gained: coverage.flatRules.map(({ targetsGained }) => targetsGained),
      added: coverage.flatRules.map(({ companiesAdded }) => companiesAdded),
    };
    const expected = {
      included: correct,
      byRule: compiled.rules.map((rule) => matching({ id: 'one', combinator: 'and', rules: [rule] }, day)),
      coverage: correct.length,
      estimate: correct.length,
      gained: loosened.map((ids) => ids.filter((id) => !correct.includes(id)).length),
      added: loosened.map((ids) => Math.max(0, ids.length - correct.length)),
    };
    return isDeepStrictEqual(found, expected) ? null : JSON.stringify({ found, expected });
  };
  await assertEach(
    fc.array(markets, { minLength: TOGETHER, maxLength: TOGETHER }),
    { count: CRITERIA / TOGETHER, batch: CONCURRENCY },
    (all) => Promise.all(all.map(findProblem)),
  );
}, 120_000);

/** Criteria as the groups of one tree, with ids of their own. */
function together(trees: readonly FilterGroup[]): FilterGroup {
  const renamed = (node: FilterNode, prefix: string): FilterNode => {
    const id = `${prefix}${node.id}`;
    return isGroup(node) ? { ...node, id, rules: node.rules.map((child) => renamed(child, prefix)) } : { ...node, id };
  };
  const [first] = trees;
  return {
    id: 'root',
    combinator: first?.combinator ?? 'and',
    rules: trees.map((tree, at) => renamed(tree, `${at}-`)),
  };
}

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

// Last, because it closes the engine: two processes can't open the same folder.
test('copied statements run as they stand on the data folder, without Quarry, and count the same', async () => {
  await server.platform.warehouse.close();
  const script = new URL('./testing/bare-engine.ts', import.meta.resolve('@quarry/clickhouse'));
  const bare = spawn(process.execPath, [fileURLToPath(script), join(server.platform.config.dataDir, 'clickhouse')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  bare.stdin.end(copies.map(({ statement }) => `${JSON.stringify(statement)}\n`).join(''));
  const answer = await text(bare.stdout);
  const counted = answer
    .trim()
    .split('\n')
    .map((line) => z.object({ companies: z.coerce.number() }).parse(JSON.parse(line)).companies);
  expect(copies.length).toBeGreaterThanOrEqual(CRITERIA);
  expect(copies.some(({ statement }) => statement.includes('`universe`.`jobs`'))).toBe(true);
  expect(counted).toEqual(copies.map((copy) => copy.companies));
}, 60_000);
