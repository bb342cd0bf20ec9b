import { createSegment, type InputOf, previewSegment, type Segment, searchCompanies } from '@quarry/contracts';
import type { FilterGroup, RuleValue } from '@quarry/filters';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { untilComputed } from './testing/until-computed.ts';

let server: TestServer;
let caller: Caller;

const rule = (field: string, operator: string, value?: RuleValue, id = 'rule'): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id, field, operator, value }],
});
const isIn = (...ids: string[]) => rule('__segments', 'containsAnyOf', ids);
const LARGE = rule('employee_count', 'gte', 50);
const search = async (filters: FilterGroup | null) =>
  server.call(searchCompanies, { filters, parts: ['companies'], limit: 100 }, caller);
const make = async (name: string, definition: Partial<InputOf<typeof createSegment>> = {}): Promise<Segment> => {
  const { item } = await server.call(createSegment, { name, ...definition }, caller);
  return untilComputed(server, caller, item.id);
};

beforeAll(async () => {
  server = await startTestServer();
  const ours = await buildTestDataset(server.platform, { name: 'ours', companies: 400 });
  const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: ['USER'] } });
  caller = { token, client: ours.name };
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
});
