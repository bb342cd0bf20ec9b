import {
  addCompaniesToSegment,
  type CallOf,
  createSegment,
  createSegmentFromCompanies,
  getSegmentGrowth,
  listSegmentCompanies,
  listSegments,
  MAX_LISTED_SEGMENTS,
  previewSegment,
  type Segment,
  searchCompanies,
  updateSegment,
} from '@quarry/contracts';
import type { FilterGroup, RuleValue } from '@quarry/filters';
import { segments } from '@quarry/postgres/tables/segments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { untilComputed } from './testing/until-computed.ts';

let server: TestServer;
let caller: Caller;
let clientId: string;

const rule = (field: string, operator: string, value?: RuleValue, id = 'rule'): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id, field, operator, value }],
});
const isIn = (...ids: string[]) => rule('__segments', 'containsAnyOf', ids);
const LARGE = rule('employee_count', 'gte', 50);
const search = async (filters: FilterGroup | null) =>
  server.call(searchCompanies, { filters, parts: ['companies'], limit: 100 }, caller);
const make = async (name: string, definition: Partial<CallOf<typeof createSegment>> = {}): Promise<Segment> => {
  const { item } = await server.call(createSegment, { name, ...definition }, caller);
  return untilComputed(server, caller, item.id);
};

beforeAll(async () => {
  server = await startTestServer();
  const ours = await buildTestDataset(server.platform, { name: 'ours', companies: 400 });
  const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: ['USER'] } });
  caller = { token, client: ours.name };
  clientId = ours.id;
}, 120_000);
afterAll(() => server.close());

describe('the companies of a segment', () => {
  test('are those that the explorer finds with the same filter', async () => {
    const { item } = await server.call(createSegment, { name: ' Large ', filters: LARGE }, caller);
    expect(item).toMatchObject({
      name: 'Large',
      updateStatus: 'RUNNING',
      refreshStatus: 'COMPLETE',
      sizeCompanies: 0,
      lastComputedAt: null,
    });
    const computed = await untilComputed(server, caller, item.id);
    const { companiesCnt } = await search(LARGE);
    expect(companiesCnt).toBeGreaterThan(10);
    expect(computed).toMatchObject({
      updateStatus: 'COMPLETE',
      problem: null,
      sizeCompanies: companiesCnt,
      sizeCompaniesAddedRecently: 0,
      sizeCompaniesRemovedRecently: 0,
    });
    expect((await search(isIn(item.id))).companiesCnt).toBe(companiesCnt);
  });

  test('can be the best or the first of what it finds', async () => {
    const definition = { filters: LARGE, limitOptions: { limit: 7, orderBy: 'employee_count' } } as const;
    const top = await make('Top', definition);
    expect(top.sizeCompanies).toBe(7);
    const preview = await server.call(previewSegment, definition, caller);
    expect(preview.count).toBe(7);
    const found = await search(isIn(top.id));
    expect(found.companies.map((each) => each.__company_id).toSorted()).toEqual(
      preview.items.map((each) => each.__company_id).toSorted(),
    );
  });

  test('can be drawn by lot, the same ones each time', async () => {
    const draw = () =>
      server.call(previewSegment, { filters: LARGE, limitOptions: { limit: 7, orderBy: '__random' } }, caller);
    const [first, second] = [await draw(), await draw()];
    expect(first.count).toBe(7);
    expect(first.items.map((each) => each.__company_id)).toEqual(second.items.map((each) => each.__company_id));
  });

  test('are listed with their stays, found by name, and sorted', async () => {
    const made = await make('Listed', { filters: LARGE });
    const list = (input: object) => server.call(listSegmentCompanies, { segmentId: made.id, ...input }, caller);
    const { companies, companiesCnt } = await list({ limit: 3, sortby: 'employee_count' });
    expect(companiesCnt).toBe(made.sizeCompanies);
    const best = await server.call(searchCompanies, { filters: LARGE, sortby: 'employee_count', limit: 3 }, caller);
    expect(companies.map((each) => each.__company_id)).toEqual(best.companies.map((each) => each.__company_id));
    const [first] = companies;
    expect(first).toMatchObject({
      matched_personas: [],
      __segmentStatus: { isActive: true, removedAt: null },
      __segments: expect.arrayContaining([made.id]),
    });
    const found = await list({ search: first?.__domain });
    expect(found.companies.map(({ name }) => name)).toContain(first?.name);
    expect(await list({ include_active: 'false' })).toEqual({ companies: [], companiesCnt: 0 });
    const { days } = await server.call(getSegmentGrowth, { segmentId: made.id }, caller);
    expect(days).toEqual([{ day: new Date().toISOString().slice(0, 10), companies: companiesCnt, contacts: 0 }]);
  });

  test('of narrower filters leave, stay in the history and can come back', async () => {
    const made = await make('Narrowed', { filters: LARGE });
    const save = async (filters: FilterGroup) => {
      const { item } = await server.call(updateSegment, { segmentId: made.id, name: 'Narrowed', filters }, caller);
      expect(item.updateStatus).toBe('RUNNING');
      return untilComputed(server, caller, made.id);
    };
    const list = (input: object) => server.call(listSegmentCompanies, { segmentId: made.id, ...input }, caller);
    const narrow = rule('employee_count', 'gte', 500);
    const { companiesCnt } = await search(narrow);
    expect(await save(narrow)).toMatchObject({ sizeCompanies: companiesCnt });
    const removed = await list({ include_active: 'false', include_removed: 'true' });
    expect(removed.companiesCnt).toBe(made.sizeCompanies - companiesCnt);
    expect(removed.companies[0]).toMatchObject({
      __segmentStatus: { isActive: false, removedAt: expect.any(String) },
    });
    expect((await list({ include_removed: 'true' })).companiesCnt).toBe(made.sizeCompanies);
    expect(await save(LARGE)).toMatchObject({ sizeCompanies: made.sizeCompanies });
    expect((await list({ include_active: 'false', include_removed: 'true' })).companiesCnt).toBe(0);
  });

  test('are all those selected, to which others can be added', async () => {
    const { companies } = await search(null);
    const ids = companies.map((each) => each.__company_id);
    const chosen = { companies: { companyIds: ids.slice(0, 5) } };
    const { item } = await server.call(createSegmentFromCompanies, { name: 'Chosen', ...chosen }, caller);
    expect(await untilComputed(server, caller, item.id)).toMatchObject({ sizeCompanies: 5, notFoundDomains: 0 });
    const more = { segmentId: item.id, companies: { companyIds: ids.slice(4, 8) } };
    const added = await server.call(addCompaniesToSegment, more, caller);
    expect(added).toMatchObject({ addedCnt: 3, item: { updateStatus: 'RUNNING' } });
    expect((await untilComputed(server, caller, item.id)).sizeCompanies).toBe(8);
    const filtered = await make('Filtered', { filters: LARGE });
    const refused = await server.refused(addCompaniesToSegment, { ...more, segmentId: filtered.id }, caller);
    expect(refused.body.errorCode).toBe('CONFLICT');
  });
});

test('an account can have more segments than one call lists', async () => {
  const before = (await server.call(listSegments, {}, caller)).count;
  const others = Array.from({ length: MAX_LISTED_SEGMENTS }, (_each, at) => ({
    clientId,
    name: `One of many ${at}`,
    inclusions: {},
    exclusions: {},
    computedRevision: 1,
    run: at + 1,
    updateStatus: 'COMPLETE' as const,
  }));
  await server.platform.db.asClient(clientId, (tx) => tx.insert(segments).values(others));
  const made = await make('One more', { filters: LARGE });
  const list = async (offset: number) =>
    server.call(listSegments, { limit: MAX_LISTED_SEGMENTS, offset, search: 'one' }, caller);
  const [first, rest] = [await list(0), await list(MAX_LISTED_SEGMENTS)];
  expect(first.count).toBe(MAX_LISTED_SEGMENTS + 1);
  expect([first.items.length, rest.items.length]).toEqual([MAX_LISTED_SEGMENTS, 1]);
  const ids = [...first.items, ...rest.items].map(({ id }) => id);
  expect(new Set(ids).size).toBe(MAX_LISTED_SEGMENTS + 1);
  expect((await server.call(listSegments, {}, caller)).count).toBe(before + MAX_LISTED_SEGMENTS + 1);
  // Statements name all of them.
  const found = await search(isIn(made.id));
  expect(found.companiesCnt).toBe(made.sizeCompanies);
  expect(found.companies[0]?.__segments).toContain(made.id);
  expect((await search(rule('__segments', 'exists'))).companiesCnt).toBeGreaterThanOrEqual(made.sizeCompanies);
});
