import { ident, sql } from '@quarry/clickhouse';
import {
  analyzeScoring,
  compareScoring,
  createScoringConfig,
  createSegment,
  createTag,
  deleteScoringConfig,
  getClient,
  getScoreHistory,
  getScoreReceipt,
  listScoringConfigs,
  previewScoring,
  type ScoringRule,
  saveClientSettings,
  searchCompanies,
  updateScoringConfig,
  validateDeleteScoringConfig,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { tableLedger } from '@quarry/postgres/tables/table-ledger';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { waitForBuild } from '#server/features/builds/ensure-first-build.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { datasetDatabase } from '#server/features/datasets/table.ts';
import { untilComputed } from '#server/features/segments/testing/until-computed.ts';
import { untilFresh as untilTagsFresh } from '#server/features/tags/testing/until-fresh.ts';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { dropOldChanges } from './history/drop-old-changes.ts';
import { untilFresh } from './testing/until-fresh.ts';

let server: TestServer;
let caller: Caller;
let clientId: string;

const rule = (
  id: string,
  field: string,
  operator: string,
  value: ScoringRule['value'],
  score: number,
): ScoringRule => ({
  id,
  field,
  operator,
  value,
  score,
});
const LARGE = rule('large', 'employee_count', 'gte', 100, 7);
const SMALL = rule('small', 'employee_count', 'lt', 20, -8);
const KNOWN = rule('known', 'employee_count', 'exists', undefined, 5);
const RULES = [LARGE, SMALL, KNOWN];
const expected = (size: unknown) => (typeof size === 'number' ? (size >= 100 ? 7 : 0) + (size < 20 ? -8 : 0) + 5 : 0);

const create = async (name: string, rules: readonly ScoringRule[] = RULES) => {
  const { item } = await server.call(createScoringConfig, { name, rules: [...rules] }, caller);
  const fresh = (await untilFresh(server, caller)).get(item.id);
  if (fresh === undefined) throw new Error(`${name} was not created`);
  return fresh;
};
const search = (input: object = {}) =>
  server.call(searchCompanies, { limit: 100, parts: ['companies'], ...input }, caller);

beforeAll(async () => {
  server = await startTestServer();
  const ours = await buildTestDataset(server.platform, { name: 'ours', companies: 300 });
  const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: ['USER', 'ADMIN'] } });
  caller = { token, client: ours.name };
  clientId = ours.id;
}, 120_000);
afterEach(async () => {
  for (const { id } of (await server.call(listScoringConfigs, {}, caller)).items) {
    await server.call(deleteScoringConfig, { scoringConfigId: id, 'skip-validation': 'true' }, caller);
  }
});
afterAll(() => server.close());

test('a score is a column: companies have it, are sorted by it and are filtered by it', async () => {
  await server.call(saveClientSettings, { appSettings: { companiesTableFields: ['name'] } }, caller);
  const config = await create('Fit');
  expect(config).toMatchObject({ name: 'Fit', isDefault: true, problem: null, processingStatus: 'Fresh' });
  expect(config.fieldName).toBe(`score_${config.id.slice(0, 8)}`);
  const { companiesSchema, appSettings } = await server.call(getClient, {}, caller);
  expect(appSettings.companiesTableFields).toEqual([config.fieldName, 'name']);
  expect(companiesSchema[0]).toMatchObject({
    fieldName: config.fieldName,
    fieldSource: 'SCORE',
    isDefaultSortField: true,
  });
  expect(companiesSchema.filter(({ isDefaultSortField }) => isDefaultSortField)).toHaveLength(1);
  const { companies } = await search();
  expect(companies.length).toBeGreaterThan(50);
  for (const company of companies) expect(company[config.fieldName]).toBe(expected(company.employee_count));
  const scores = companies.map((company) => Number(company[config.fieldName]));
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  const least = {
    id: 'root',
    combinator: 'and' as const,
    rules: [{ id: 'r', field: config.fieldName, operator: 'gte', value: 12 }],
  };
  const best = await search({ filters: least });
  expect(best.companiesCnt).toBeGreaterThan(0);
  for (const company of best.companies) expect(company[config.fieldName]).toBe(12);
  await server.call(deleteScoringConfig, { scoringConfigId: config.id }, caller);
  expect((await server.call(getClient, {}, caller)).appSettings.companiesTableFields).toEqual(['name']);
});

test('an edit of rules is compared over all companies: how many rise and fall, and who moves most', async () => {
  const sizes = { id: 'root', combinator: 'and' as const, rules: [LARGE] };
  const { companiesCnt: large } = await search({ filters: sizes });
  const { companies } = await search({ sortby: 'employee_count', sortdirection: 'desc', limit: 1 });
  const [largest] = companies;
  expect(large).toBeGreaterThan(5);
  const huge = rule('huge', 'employee_count', 'gte', Number(largest?.employee_count), 9);
  const compare = (after: ScoringRule[]) => server.call(compareScoring, { before: RULES, after }, caller);
  const edited = await compare([{ ...LARGE, score: 4 }, SMALL, KNOWN, huge]);
  expect(edited).toMatchObject({ raised: 1, lowered: large - 1 });
  expect(edited.movers.map(({ before, after }) => after - before)).toEqual([6, -3, -3, -3, -3]);
  expect(edited.movers[0]).toEqual({
    companyId: largest?.__company_id,
    name: largest?.name,
    domain: largest?.__domain,
    before: 12,
    after: 18,
  });
  expect(await compare(RULES)).toEqual({ raised: 0, lowered: 0, movers: [] });
  const vanished = rule('vanished', 'no_such_field', 'exists', undefined, 1);
  expect((await server.refused(compareScoring, { before: RULES, after: [vanished] }, caller)).body).toMatchObject({
    errorCode: 'INVALID_FILTER',
  });
});

test('a preview and a distribution of unsaved rules agree with the saved score', async () => {
  const config = await create('Fit');
  const { companies } = await server.call(previewScoring, { rules: RULES, order: 'worst' }, caller);
  expect(companies[0]?.__previewScore).toBe(-3);
  expect(Object.keys(companies[0] ?? {}).toSorted()).toEqual(
    ['__company_id', '__domain', '__previewScore', 'employee_count', 'name'].toSorted(),
  );
  const [first] = companies;
  const only = await server.call(
    previewScoring,
    { rules: RULES, domains: [`https://www.${first?.__domain}/a`] },
    caller,
  );
  expect(only.companies.map((company) => company.__domain)).toEqual([first?.__domain]);
  const range = await server.call(previewScoring, { rules: RULES, scoreRange: [5, 12] }, caller);
  expect(Math.min(...range.companies.map((company) => company.__previewScore))).toBeGreaterThanOrEqual(5);
  const { values } = await server.call(analyzeScoring, { rules: RULES }, caller);
  expect(values.length).toBeLessThanOrEqual(20);
  expect(values[0]?.rangeMin).toBe(-3);
  for (const { rangeMin, rangeMax, count, sampleDomains } of values) {
    const filters = {
      id: 'root',
      combinator: 'and' as const,
      rules: [
        { id: 'from', field: config.fieldName, operator: 'gte', value: rangeMin },
        { id: 'to', field: config.fieldName, operator: 'lt', value: rangeMax },
      ],
    };
    const inside = await search({ filters });
    expect([rangeMin, inside.companiesCnt]).toEqual([rangeMin, count]);
    expect(sampleDomains).toHaveLength(Math.min(5, count));
  }
  const receipt = await server.call(
    getScoreReceipt,
    { scoringConfigId: config.id, companyId: first?.__company_id ?? '' },
    caller,
  );
  expect(receipt).toMatchObject({ score: -3, total: -3 });
  expect(receipt.rules.map(({ verdict, points }) => [verdict, points])).toEqual([
    ['not met', 0],
    ['met', -8],
    ['met', 5],
  ]);
});

test('new rules are computed while the old scores stay, and again by each build', async () => {
  const config = await create('Fit');
  const changed = await server.call(
    updateScoringConfig,
    { scoringConfigId: config.id, rules: [{ ...LARGE, score: 1 }] },
    caller,
  );
  expect(changed.item.processingStatus).toBe('Waiting');
  await untilFresh(server, caller);
  const both = async () => {
    const pages = [await search(), await search({ sortdirection: 'asc' })];
    return new Set(pages.flatMap(({ companies }) => companies.map((company) => company[config.fieldName])));
  };
  expect(await both()).toEqual(new Set([0, 1]));
  const { db, jobs } = server.platform;
  await waitForBuild(server.platform, await db.asSystem((tx) => requestBuild(tx, jobs, clientId, {}, 'test')));
  expect(await both()).toEqual(new Set([0, 1]));
});

test('tags and scores follow one another, and never in a circle', async () => {
  const config = await create('Fit');
  const filters = (value: number) => ({
    id: 'root',
    combinator: 'and' as const,
    rules: [{ id: 'r', field: config.fieldName, operator: 'gte', value }],
  });
  const { talkTrack } = await server.call(createTag, { name: 'Best', filters: filters(12) }, caller);
  const before = (await untilTagsFresh(server, caller)).get(talkTrack.id)?.companyCount ?? 0;
  expect(before).toBeGreaterThan(0);
  const tagged = rule('tagged', '__tags', 'containsAnyOf', [talkTrack.id], 1);
  const other = await create('Tagged', [tagged]);
  const countOf = async (field: string) =>
    (
      await search({
        filters: { id: 'root', combinator: 'and', rules: [{ id: 'r', field, operator: 'gte', value: 1 }] },
      })
    ).companiesCnt;
  expect(await countOf(other.fieldName)).toBe(before);
  await server.call(
    updateScoringConfig,
    {
      scoringConfigId: config.id,
      rules: [
        { ...KNOWN, score: 10 },
        { ...LARGE, score: 2 },
        { ...SMALL, score: 2 },
      ],
    },
    caller,
  );
  await expect.poll(() => countOf(other.fieldName), { timeout: 20_000 }).toBeGreaterThan(before);
  await untilFresh(server, caller);
  const { companies } = await search({ filters: filters(1) });
  const histories = await Promise.all(
    companies.map(({ __company_id: companyId }) =>
      server.call(getScoreHistory, { scoringConfigId: other.id, companyId }, caller),
    ),
  );
  const newlyTagged = histories.flatMap(({ changes }) => changes);
  expect(newlyTagged.length).toBeGreaterThan(0);
  // The tag of before is gone, but nothing else can have moved the score.
  for (const { before: from, after: to, reason, rules } of newlyTagged) {
    expect([reason, to]).toEqual(['data', 1 - from]);
    expect(rules).toMatchObject([{ rule: { field: '__tags' }, pointsBefore: from, pointsAfter: to, values: null }]);
  }
  const circle = await server.refused(updateScoringConfig, { scoringConfigId: config.id, rules: [tagged] }, caller);
  expect([circle.status, circle.body.errorCode]).toEqual([422, 'CYCLE']);
  const own = await server.refused(
    updateScoringConfig,
    { scoringConfigId: config.id, rules: [rule('own', config.fieldName, 'gte', 1, 1)] },
    caller,
  );
  expect(own.body.errorCode).toBe('CYCLE');
});

test('there is one default, also when two are made default at once; deleting it makes the oldest the default', async () => {
  const configs = [await create('One'), await create('Two'), await create('Three')];
  const [one, two, three] = configs.map(({ id }) => id);
  if (one === undefined || two === undefined || three === undefined) throw new Error('Not created');
  const defaults = async () =>
    (await server.call(listScoringConfigs, {}, caller)).items.flatMap(({ id, isDefault }) => (isDefault ? [id] : []));
  expect(await defaults()).toEqual([one]);
  await Promise.all(
    [two, three].map((scoringConfigId) =>
      server.call(updateScoringConfig, { scoringConfigId, isDefault: true }, caller),
    ),
  );
  const [now, ...others] = await defaults();
  expect(others).toEqual([]);
  expect([two, three]).toContain(now);
  await server.call(deleteScoringConfig, { scoringConfigId: now ?? '' }, caller);
  expect(await defaults()).toEqual([one]);
});

test('the history of a score goes with its field, and keeps the last changes of those with too many', async () => {
  const { db, warehouse } = server.platform;
  const historyRow = z.object({ rows: z.number() });
  const rowsIn = async () => {
    const history = sql`SELECT toUInt32(count()) AS rows FROM ${ident(datasetDatabase('ours'), 'score_history')}`;
    return (await warehouse.rows(history, historyRow))[0]?.rows;
  };
  const recorded = () =>
    db.asClient(clientId, async (tx) => {
      const found = await tx.select().from(tableLedger).where(eq(tableLedger.name, 'score_history'));
      return found.find((each) => each.clientId === clientId)?.rows ?? 0;
    });
  const config = await create('Fit');
  const { companies } = await search({ limit: 1 });
  const companyId = companies[0]?.__company_id ?? '';
  const history = () => server.call(getScoreHistory, { scoringConfigId: config.id, companyId }, caller);
  expect(await history()).toEqual({ changes: [] });
  for (const score of [6, 5]) {
    await server.call(updateScoringConfig, { scoringConfigId: config.id, rules: [{ ...LARGE, score }, KNOWN] }, caller);
    await untilFresh(server, caller);
  }
  const [last, earlier] = (await history()).changes;
  expect(last).toMatchObject({
    before: 11,
    after: 10,
    reason: 'rules',
    rules: [{ rule: { field: 'employee_count', operator: 'gte', value: 100 }, pointsBefore: 6, pointsAfter: 5 }],
  });
  expect(earlier).toMatchObject({ before: 12, after: 11 });
  await dropOldChanges(server.platform);
  expect((await history()).changes).toHaveLength(2);
  await dropOldChanges(server.platform, { keptChanges: 1 });
  expect((await history()).changes).toEqual([last]);
  expect(await rowsIn()).toBe(await recorded());
  expect(await server.refused(getScoreHistory, { scoringConfigId: config.id, companyId: '1' }, caller)).toMatchObject({
    status: 404,
    body: { message: 'This company is not in the dataset.' },
  });
  await server.call(deleteScoringConfig, { scoringConfigId: config.id }, caller);
  expect((await server.refused(getScoreHistory, { scoringConfigId: config.id, companyId }, caller)).status).toBe(404);
  await dropOldChanges(server.platform);
  expect([await rowsIn(), await recorded()]).toEqual([0, 0]);
});

test('a field that segments depend on is not deleted without being told to', async () => {
  const config = await create('Fit');
  const filters = {
    id: 'root',
    combinator: 'and' as const,
    rules: [{ id: 'r', field: config.fieldName, operator: 'gte', value: 12 }],
  };
  const { item } = await server.call(createSegment, { name: 'Best', filters }, caller);
  await untilComputed(server, caller, item.id);
  const columns = { tableOptions: { selectedColumns: [config.fieldName] } };
  await server.call(createSegment, { name: 'Shows it', ...columns }, caller);
  const { breakingSegments } = await server.call(validateDeleteScoringConfig, { scoringConfigId: config.id }, caller);
  expect(breakingSegments.map(({ segmentName }) => segmentName)).toEqual(['Best', 'Shows it']);
  const refused = await server.refused(deleteScoringConfig, { scoringConfigId: config.id }, caller);
  expect(refused.status).toBe(409);
  expect(refused.body).toEqual({
    message: 'Unable to delete Scoring Field',
    errorCode: 'SCORING_FIELD_IN_USE',
    context: { segments: [{ segmentId: item.id, segmentName: 'Best' }] },
  });
  await server.call(deleteScoringConfig, { scoringConfigId: config.id, 'skip-validation': 'true' }, caller);
  expect((await server.call(listScoringConfigs, {}, caller)).items).toEqual([]);
});

test.each([
  ['no rules', { name: 'Fit', rules: [] }, 'VALIDATION_FAILED'],
  ['a blank name', { name: '  ', rules: RULES }, 'VALIDATION_FAILED'],
  ['a score above 10', { name: 'Fit', rules: [{ ...LARGE, score: 11 }] }, 'VALIDATION_FAILED'],
  ['half a point', { name: 'Fit', rules: [{ ...LARGE, score: 0.5 }] }, 'VALIDATION_FAILED'],
  ['an unknown field', { name: 'Fit', rules: [{ ...LARGE, field: 'none' }] }, 'INVALID_FILTER'],
  ['an operator of another type', { name: 'Fit', rules: [{ ...LARGE, operator: 'containsText' }] }, 'INVALID_FILTER'],
  ['an unknown tag', { name: 'Fit', rules: [rule('r', '__tags', 'containsAnyOf', ['none'], 1)] }, 'INVALID_FILTER'],
  ['two rules with one id', { name: 'Fit', rules: [LARGE, LARGE] }, 'VALIDATION_FAILED'],
  [
    '101 rules of an analysis',
    {
      name: 'Fit',
      rules: Array.from({ length: 101 }, (_none, at) => ({ ...LARGE, id: `r${at}` })),
      associatedScoringAnalysisReportId: 'report',
    },
    'VALIDATION_FAILED',
  ],
])('%s is refused', async (_case, input, errorCode) => {
  const { status, body } = await server.refused(createScoringConfig, input, caller);
  expect([status, body.errorCode]).toEqual([422, errorCode]);
});

test('101 rules by hand and a hundred of an analysis are fine', async () => {
  const rules = Array.from({ length: 101 }, (_none, at) => ({ ...LARGE, id: `r${at}`, value: at, score: 1 }));
  const byHand = await create('By hand', rules);
  const { companies } = await search();
  for (const company of companies) {
    const size = company.employee_count;
    const points = typeof size === 'number' ? Math.min(101, Math.floor(size) + 1) : 0;
    expect(company[byHand.fieldName]).toBe(points);
  }
});
