import { renderInline, sql, uint } from '@quarry/clickhouse';
import type { DataBlockConfig } from '@quarry/contracts';
import { marketSource } from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { planColumns } from '#server/features/datasets/plan-columns.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { fillRange } from './fill-dataset.sql.ts';
import { company, currentVersion, openTestWorld, type TestWorld } from './testing/test-world.ts';

let world: TestWorld;

interface Job {
  readonly company_id: string;
  readonly item_id: string;
  readonly title: string;
  readonly country: string;
  readonly posted_at: string;
  readonly is_open: boolean;
}
const TITLES = ['VP Sales', 'Sales Manager', 'Presales Lead', 'Developer', 'Head of Sales', 'Salesforce Admin'];
/** Companies 1 to 8 have 0 to 7 jobs; nothing was collected for company 9. */
const jobs: Job[] = Array.from({ length: 8 }, (_, at) =>
  Array.from({ length: at }, (_unused, nth) => ({
    company_id: String(at + 1),
    item_id: String(at * 10 + nth),
    title: TITLES[(at * 3 + nth) % TITLES.length] ?? '',
    country: nth % 2 === 0 ? 'DE' : 'FR',
    posted_at: `2026-01-${10 + nth}`,
    is_open: (at + nth) % 4 !== 3,
  })),
).flat();
const collected = [1, 2, 3, 4, 5, 6, 7, 8];

const config = (configId: string, blockName: string, content: DataBlockConfig['config']): DataBlockConfig => ({
  configId,
  blockName,
  label: configId,
  config: content,
});
const SALES = config('sales', 'jobs', { titleKeywords: ['sales'] });
const FRENCH = config('french', 'jobs', { onlyOpenJobs: false, countries: ['FR'] });
const TEAM = config('team', 'team_members', { departments: ['Sales'] });
const TRIAL = config('trial', 'main_page_text', { keywords: ['free trial'] });

const KEPT = defaultConfig('x').fieldDefinitions;
const point = (internalName: string, configId: string, externalName: string) => ({
  internalName,
  configId,
  externalName,
  displayName: '',
});
const POINTS = [
  point('jobs/count', 'sales', 'sales_jobs'),
  point('jobs/titles', 'sales', 'sales_titles'),
  point('jobs/has_any', 'sales', 'hires_sales'),
  point('jobs/last_posted_at', 'sales', 'last_sales_job'),
  point('jobs/count', 'french', 'french_jobs'),
  point('team_members/share_of_team', 'team', 'sales_share'),
  point('team_members/count', 'team', 'sales_people'),
  point('main_page_text/has_any', 'trial', 'free_trial'),
  point('main_page_text/snippet', 'trial', 'trial_text'),
];

beforeAll(async () => {
  world = await openTestWorld();
  await world.put(
    'companies',
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => company(id)),
  );
  const common = { last_seen_at: '2026-02-01', version: 1 };
  await world.put(
    'jobs',
    jobs.map((job) => ({ ...job, ...common })),
  );
  await world.put(
    'team_members',
    ['Sales', 'Finance', 'Sales', 'Developers'].map((department, nth) => ({
      company_id: '2',
      item_id: String(nth),
      position: department,
      department,
      is_current: true,
      version: 1,
    })),
  );
  await world.put('pages', [
    { company_id: '3', item_id: '1', page_type: 'home', text: 'Start your Free Trial today', version: 1 },
    { company_id: '4', item_id: '1', page_type: 'about', text: 'free trial', version: 1 },
    { company_id: '5', item_id: '1', page_type: 'home', text: 'Nothing for free', version: 1 },
  ]);
  const at = new Date().toISOString();
  const collections = ['jobs', 'team_members', 'main_page_text'].flatMap((block) =>
    collected.map((id) => ({ block, company_id: String(id), collected_at: at, version: 1 })),
  );
  await world.put('collections', collections);
});
afterAll(() => world.close());

async function rowOf(clientId: string, companyId: number) {
  const dataset = await world.open(clientId);
  const [found] = await world.read(sql`SELECT row FROM ${dataset.rowsTable()} WHERE company_id = ${uint(companyId)}`, {
    row: z.string(),
  });
  return dataset.readRow(found?.row ?? '');
}

/** The data points of a company, computed in plain TypeScript. */
function expected(id: number) {
  if (!collected.includes(id)) {
    return {
      sales_jobs: null,
      sales_titles: [],
      hires_sales: null,
      last_sales_job: null,
      french_jobs: null,
      sales_share: null,
      sales_people: null,
      free_trial: null,
      trial_text: null,
    };
  }
  const own = jobs.filter((job) => job.company_id === String(id));
  const sales = own.filter(({ title, is_open }) => is_open && /\bsales\b/i.test(title));
  return {
    sales_jobs: sales.length,
    sales_titles: [...new Set(sales.map(({ title }) => title))].toSorted(),
    hires_sales: sales.length > 0,
    last_sales_job:
      sales
        .map(({ posted_at }) => posted_at)
        .toSorted()
        .at(-1) ?? null,
    french_jobs: own.filter(({ country }) => country === 'FR').length,
    sales_share: id === 2 ? 0.5 : null,
    sales_people: id === 2 ? 2 : 0,
    free_trial: id === 3,
    trial_text: id === 3 ? 'Start your Free Trial today' : null,
  };
}

const client = (name: string, overrides: Parameters<TestWorld['client']>[1] = {}) =>
  world.client(name, {
    dataBlockConfigs: [SALES, FRENCH, TEAM, TRIAL],
    fieldDefinitions: [...KEPT, ...POINTS],
    ...overrides,
  });

test('columns of dynamic blocks are computed from detail rows: zero without a match, null without a collection', async () => {
  const id = await client('columns');
  await world.build(id, { rangeCompanies: 2 });
  for (const companyId of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    expect(await rowOf(id, companyId)).toMatchObject(expected(companyId));
  }
  const { schema } = await world.open(id);
  expect(schema.find(({ fieldName }) => fieldName === 'sales_jobs')).toMatchObject({
    displayName: 'sales · Matching jobs',
    ccmName: 'jobs/count#sales',
    dynamicConfig: SALES,
    fieldSource: 'DATA_BLOCK',
  });
});

test('detail rows are read once per config, however many fields use it', () => {
  const schema = planColumns({
    customDataFields: [],
    fieldDefinitions: [...KEPT, ...POINTS],
    dataBlockConfigs: [SALES, FRENCH, TEAM, TRIAL],
  });
  const filling = { schema, comparable: null, startedAt: new Date(), readsWholeRange: true };
  const statement = renderInline(fillRange(datasetTables('x', 1), { from: 1n, to: 2n }, filling));
  const reads = (table: string) => statement.split(`\`universe\`.\`${table}\``).length - 1;
  expect([reads('jobs'), reads('team_members'), reads('pages')]).toEqual([2, 1, 1]);
});

test('a new value counts as an update, a new config does not; values count towards the quality score', async () => {
  const definitions = (...points: typeof POINTS) => ({ fieldDefinitions: [...KEPT, ...points] });
  const id = await client('updates', definitions(...POINTS.slice(0, 1)));
  const about = async (companyId: number) => {
    const { __updated_at: updated, __quality_score: quality, sales_jobs: count } = await rowOf(id, companyId);
    return { updated, quality, count };
  };
  await world.build(id);
  const [known, unknown] = [await about(1), await about(9)];
  expect([known.count, unknown.count]).toEqual([0, null]);
  // One of three data points is empty.
  expect(Number(known.quality) - Number(unknown.quality)).toBeCloseTo(35 / 3, 1);
  await world.change('updates', {
    dataBlockConfigs: [{ ...SALES, label: 'renamed', config: { ...SALES.config, onlyOldJobs: false } }],
  });
  await world.put('jobs', [{ ...jobs[0], title: 'Sales', company_id: '9', item_id: '900', is_open: true, version: 1 }]);
  await world.build(id);
  expect(await about(9)).toMatchObject({ count: 1, updated: expect.any(String) });
  expect((await about(8)).updated).toBeNull();
  await world.change('updates', {
    dataBlockConfigs: [{ ...SALES, config: { titleKeywords: ['developer'] } }],
  });
  await world.build(id);
  const developers = jobs.filter((job) => job.company_id === '8' && job.is_open && job.title === 'Developer').length;
  expect(await about(8)).toMatchObject({ count: developers, updated: null });
  await world.put('jobs', [{ ...jobs[0], title: 'Cook', company_id: '9', item_id: '900', version: 2 }]);
});

test('criteria and markets can use dynamic data points, each under their own configs', async () => {
  const atLeast = (count: number, configId: string) => ({
    id: 'root',
    combinator: 'and' as const,
    rules: [{ id: 'c', field: 'jobs/count', operator: 'gte', value: count, configId }],
  });
  const id = await client('sourcing', { sourcingCriteria: atLeast(3, 'french') });
  // The market was approved when the config with that id had other parameters.
  const published = config('sales', 'jobs', { titleKeywords: ['developer'], onlyOpenJobs: false });
  const market = await world.market(id, {
    name: 'Developers',
    criteria: atLeast(1, 'sales'),
    configs: [published],
    isLive: true,
  });
  await world.build(id);
  const count = (companyId: number, matches: (job: Job) => boolean) =>
    jobs.filter((job) => job.company_id === String(companyId) && matches(job)).length;
  const sources = new Map(
    collected.flatMap((companyId): [string, string[]][] => {
      const own = [
        ...(count(companyId, ({ country }) => country === 'FR') >= 3 ? ['CRITERIA'] : []),
        ...(count(companyId, ({ title }) => title === 'Developer') >= 1 ? [marketSource(market)] : []),
      ];
      return own.length === 0 ? [] : [[String(companyId), own]];
    }),
  );
  expect(sources.size).toBeGreaterThan(2);
  const dataset = await world.open(id);
  const rows = await world.read(
    sql`SELECT toString(__company_id) AS id, __sources AS sources FROM ${dataset.table()}`,
    {
      id: z.string(),
      sources: z.array(z.string()),
    },
  );
  expect(new Map(rows.map((row) => [row.id, row.sources]))).toEqual(sources);
  const added = [...sources.values()].filter((own) => own.includes(marketSource(market))).length;
  expect(await world.readMarket(market)).toMatchObject({ companiesAdded: added });
  expect(await currentVersion(world, id)).toMatchObject({ rowCount: sources.size });
});
