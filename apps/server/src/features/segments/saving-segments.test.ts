import {
  createSegment,
  createTag,
  deleteSegment,
  describeField,
  excludeCompanies,
  getClient,
  getCompany,
  getSegment,
  listFieldOptions,
  listSegmentCompanies,
  listSegments,
  MAX_EXCLUDED_DOMAINS,
  MAX_INCLUDED_DOMAINS,
  previewSegment,
  refreshSegment,
  restoreCompanies,
  type Segment,
  searchCompanies,
  startSegmentUpdate,
  updateSegment,
  updateTag,
  validateSegmentName,
} from '@quarry/contracts';
import type { FilterGroup, RuleValue } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { segments } from '@quarry/postgres/tables/segments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilFresh } from '#server/features/tags/testing/until-fresh.ts';
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
const create = async (name: string, definition: object = {}): Promise<Segment> =>
  (await server.call(createSegment, { name, ...definition }, caller)).item;
const computed = (id: string) => untilComputed(server, caller, id);
const refusal = async (...[endpoint, input]: [Parameters<TestServer['refused']>[0], unknown]) =>
  (await server.refused(endpoint, input, caller)).body;
const outOfRange = (path: string) => ({ errorCode: 'VALIDATION_FAILED', context: { issues: [{ path }] } });
const countOf = async (filters: FilterGroup) =>
  (await server.call(searchCompanies, { filters, parts: ['companies'], limit: 1 }, caller)).companiesCnt;

beforeAll(async () => {
  server = await startTestServer();
  const ours = await buildTestDataset(server.platform, { name: 'ours', companies: 400 });
  const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: ['USER', 'ADMIN'] } });
  caller = { token, client: ours.name };
  clientId = ours.id;
}, 120_000);
afterAll(() => server.close());

describe('a name', () => {
  test('is trimmed, not blank and unique, ignoring case', async () => {
    const { id } = await create('  First ');
    expect(JSON.stringify(await refusal(createSegment, { name: ' \t' }))).toContain(
      'Please provide a name for the segment',
    );
    expect(await refusal(createSegment, { name: 'fIRST' })).toMatchObject({
      errorCode: 'NAME_TAKEN',
      message: 'This name is already in use',
    });
    const isValid = async (segmentName: string, segmentId?: string) =>
      (await server.call(validateSegmentName, { segmentName, ...(segmentId && { segmentId }) }, caller)).isValid;
    expect(await isValid(' first ')).toBe(false);
    expect(await isValid('first', id)).toBe(true);
    expect(await isValid('Second')).toBe(true);
  });

  test('has at most 255 characters', async () => {
    const tooLong = 'A name can have at most 255 characters';
    const name = 'n'.repeat(255);
    expect(JSON.stringify(await refusal(createSegment, { name: `${name}n` }))).toContain(tooLong);
    expect(JSON.stringify(await refusal(validateSegmentName, { segmentName: `${name}n` }))).toContain(tooLong);
    const { id } = await create(` ${name} `);
    expect(JSON.stringify(await refusal(updateSegment, { segmentId: id, name: `${name}n` }))).toContain(tooLong);
    expect((await server.call(getSegment, { segmentId: id }, caller)).item.name).toBe(name);
  });

  test('finds segments in the list, newest first', async () => {
    await create('Of a list: one');
    await create('Of a list: two');
    const { items, count } = await server.call(listSegments, { search: 'of A list', limit: 1 }, caller);
    expect(items.map(({ name }) => name)).toEqual(['Of a list: two']);
    expect(count).toBe(2);
  });
});

test('a call lists at most 1,000 segments and previews at most 50 companies', async () => {
  for (const limit of [0, 1_001]) expect(await refusal(listSegments, { limit })).toMatchObject(outOfRange('limit'));
  expect(await refusal(listSegments, { offset: -1 })).toMatchObject(outOfRange('offset'));
  expect((await server.call(listSegments, { limit: 1_000 }, caller)).count).toBeGreaterThan(0);
  for (const limit of [-1, 51]) expect(await refusal(previewSegment, { limit })).toMatchObject(outOfRange('limit'));
  expect((await server.call(previewSegment, { limit: 50 }, caller)).items).toHaveLength(50);
});

describe('a definition is refused', () => {
  test('with too many domains', async () => {
    const domains = (number: number) => Array.from({ length: number }, (_each, at) => `company${at}.com`);
    const tooMany = [
      { inclusions: { domains: domains(MAX_INCLUDED_DOMAINS + 1) } },
      { exclusions: { domains: domains(MAX_EXCLUDED_DOMAINS + 1) } },
    ];
    for (const definition of tooMany) {
      expect(JSON.stringify(await refusal(createSegment, { name: 'x', ...definition }))).toContain('Too many domains');
      expect(JSON.stringify(await refusal(previewSegment, definition))).toContain('Too many domains');
    }
    const atTheLimit = { inclusions: { domains: [...domains(MAX_INCLUDED_DOMAINS), ' ', 'company0.com'] } };
    expect((await server.call(previewSegment, atTheLimit, caller)).notFoundDomainsCount).toBe(MAX_INCLUDED_DOMAINS);
  });

  test('if it takes no company, or a part of one', async () => {
    for (const limit of [0, -1, 1.5, 10_000_001, null]) {
      const definition = { limitOptions: { limit } };
      expect(await refusal(createSegment, { name: 'x', ...definition })).toMatchObject(
        outOfRange('limitOptions.limit'),
      );
      expect(await refusal(previewSegment, definition)).toMatchObject(outOfRange('limitOptions.limit'));
    }
    expect((await server.call(previewSegment, { limitOptions: { limit: 1 } }, caller)).count).toBe(1);
  });

  test('with rules that the dataset or a segment cannot have, all named', async () => {
    const filters: FilterGroup = {
      id: 'root',
      combinator: 'or',
      rules: [
        { id: 'unknown segment', field: '__segments', operator: 'containsAnyOf', value: ['nope'] },
        { id: 'all segments', field: '__segments', operator: 'exists' },
        { id: 'unknown tag', field: '__tags', operator: 'containsAnyOf', value: ['nope'] },
        { id: 'fine', field: 'employee_count', operator: 'gte', value: 1 },
      ],
    };
    const refused = await refusal(createSegment, { name: 'x', filters });
    expect(refused.errorCode).toBe('INVALID_FILTER');
    for (const id of ['unknown segment', 'all segments', 'unknown tag']) expect(JSON.stringify(refused)).toContain(id);
    expect((await refusal(previewSegment, { filters: rule('nothing', 'exists') })).errorCode).toBe('INVALID_FILTER');
    const excluding = { name: 'x', exclusions: { domains: [], segmentIds: ['nope'] } };
    expect((await refusal(createSegment, excluding)).errorCode).toBe('VALIDATION_FAILED');
  });

  test.each(['nothing', '__tags', '__segments'])('if it takes the first companies by %s', async (orderBy) => {
    const refused = await refusal(createSegment, { name: 'x', limitOptions: { limit: 5, orderBy } });
    expect(refused).toMatchObject({ errorCode: 'VALIDATION_FAILED', context: { orderBy } });
  });

  test('if it would depend on itself, also through a tag', async () => {
    const one = await create('One');
    const { talkTrack: tag } = await server.call(createTag, { name: 'Tag of one', filters: isIn(one.id) }, caller);
    const two = await create('Two', { filters: rule('__tags', 'containsAnyOf', [tag.id]) });
    const closing = { segmentId: one.id, name: 'One', exclusions: { domains: [], segmentIds: [two.id] } };
    const refused = await refusal(updateSegment, closing);
    expect(refused).toMatchObject({
      errorCode: 'CYCLE',
      context: { path: [{ id: one.id }, { id: two.id }, { id: tag.id }, { id: one.id }] },
    });
    expect(await refusal(updateTag, { id: tag.id, filters: isIn(two.id) })).toMatchObject({ errorCode: 'CYCLE' });
    expect(await refusal(previewSegment, { segmentId: one.id, filters: isIn(one.id) })).toMatchObject({
      errorCode: 'CYCLE',
    });
  });
});

test('a segment that a tag or another segment uses is not deleted, and the users are named', async () => {
  const used = await create('Used');
  const user = await create('User', { exclusions: { domains: [], segmentIds: [used.id] } });
  await server.call(createTag, { name: 'Tagged', filters: isIn(used.id) }, caller);
  expect(await refusal(deleteSegment, { segmentId: used.id })).toMatchObject({
    errorCode: 'SEGMENT_IN_USE',
    message: "This segment is in use and can't be deleted. It is used by: “Tagged”, “User”",
  });
  await server.call(deleteSegment, { segmentId: user.id }, caller);
  expect((await refusal(getSegment, { segmentId: user.id })).errorCode).toBe('NOT_FOUND');
  expect((await refusal(searchCompanies, { filters: isIn(user.id) })).errorCode).toBe('INVALID_FILTER');
});

test('the explorer asks whether companies are in segments, and cannot ask anything else', async () => {
  const { id, sizeCompanies } = await computed((await create('Explored', { filters: LARGE })).id);
  const all = await countOf(rule('__company_id', 'exists'));
  expect(await countOf(rule('__segments', 'notContainsAnyOf', [id]))).toBe(all - sizeCompanies);
  const some = await countOf(rule('__segments', 'exists'));
  expect(some).toBeGreaterThanOrEqual(sizeCompanies);
  expect(await countOf(rule('__segments', 'notExists'))).toBe(all - some);
  expect((await refusal(searchCompanies, { filters: rule('__segments', 'hasMoreItemsThan', 1) })).errorCode).toBe(
    'INVALID_FILTER',
  );
  const { companiesSchema } = await server.call(getClient, {}, caller);
  const field = companiesSchema.find(({ fieldName }) => fieldName === '__segments');
  expect(field?.valueNames?.[id]).toBe('Explored');
  const { values } = await server.call(listFieldOptions, { fieldName: '__segments' }, caller);
  expect(values).toContainEqual({ value: id, count: sizeCompanies });
  const described = await server.call(describeField, { fieldName: '__segments' }, caller);
  expect(described).toMatchObject({ recordsCount: all, missingCount: all - some });
});

test('domains are read from web addresses; junk and unknown ones are told', async () => {
  const { companies } = await server.call(searchCompanies, { limit: 3 }, caller);
  const [first, second] = companies.map(({ __domain }) => __domain);
  const definition = {
    inclusions: { domains: [`https://www.${first}/about`, `${second}`, 'no domain', 'unknown-company.com', '  '] },
    exclusions: { domains: [`${second}`, 'neither one'] },
  };
  const preview = await server.call(previewSegment, definition, caller);
  expect(preview).toMatchObject({
    count: 1,
    notFoundDomains: ['unknown-company.com'],
    notFoundDomainsCount: 1,
    invalidDomains: ['no domain', 'neither one'],
  });
  expect(preview.items.map(({ __domain }) => __domain)).toEqual([first]);
  expect(await computed((await create('Listed', definition)).id)).toMatchObject({
    sizeCompanies: 1,
    notFoundDomains: 1,
  });
});

test('a random choice stays the same, and its preview begins with it', async () => {
  const definition = { limitOptions: { limit: 20 } };
  const { id } = await computed((await create('By lot', definition)).id);
  const ids = async () => {
    const { companies } = await server.call(listSegmentCompanies, { segmentId: id, limit: 100 }, caller);
    return companies.map(({ __company_id }) => __company_id).toSorted();
  };
  const before = await ids();
  expect(before).toHaveLength(20);
  const preview = await server.call(previewSegment, { ...definition, segmentId: id }, caller);
  expect(preview.items.map(({ __company_id }) => __company_id).toSorted()).toEqual(before);
  await server.call(updateSegment, { segmentId: id, name: 'By lot', limitOptions: { limit: 30 } }, caller);
  expect((await computed(id)).sizeCompanies).toBe(30);
  expect(await ids()).toEqual(expect.arrayContaining(before));
  expect((await server.call(previewSegment, { limitOptions: { limit: 9 }, limit: 0 }, caller)).count).toBe(9);
});

test('a tag follows the segment that it uses', async () => {
  const { id, sizeCompanies } = await computed((await create('Followed', { filters: LARGE })).id);
  const { talkTrack } = await server.call(createTag, { name: 'Follower', filters: isIn(id) }, caller);
  expect((await untilFresh(server, caller)).get(talkTrack.id)?.companyCount).toBe(sizeCompanies);
  const narrow = rule('employee_count', 'gte', 500);
  await server.call(updateSegment, { segmentId: id, name: 'Followed', filters: narrow }, caller);
  const after = await computed(id);
  expect(after.sizeCompanies).toBeLessThan(sizeCompanies);
  expect((await untilFresh(server, caller)).get(talkTrack.id)?.companyCount).toBe(after.sizeCompanies);
});

test('an update that fails keeps the companies and says why; it can be tried again', async () => {
  const { id, sizeCompanies } = await computed((await create('Broken', { filters: LARGE })).id);
  const breakIt = (filters: FilterGroup) =>
    server.platform.db.asClient(clientId, (tx) => tx.update(segments).set({ filters }).where(eq(segments.id, id)));
  await breakIt(rule('vanished', 'gte', 1));
  await server.call(refreshSegment, { segmentId: id }, caller);
  const problem = expect.stringContaining('“vanished”');
  expect(await computed(id)).toMatchObject({ updateStatus: 'COMPLETE', problem, sizeCompanies });
  await server.call(startSegmentUpdate, { segmentId: id }, caller);
  expect(await computed(id)).toMatchObject({ updateStatus: 'ERROR', problem, sizeCompanies });
  expect(await countOf(isIn(id))).toBe(sizeCompanies);
  await breakIt(LARGE);
  const { item } = await server.call(startSegmentUpdate, { segmentId: id }, caller);
  expect(item).toMatchObject({ updateStatus: 'RUNNING', problem: null });
  expect(await computed(id)).toMatchObject({ updateStatus: 'COMPLETE', problem: null, sizeCompanies });
});

test('companies that were excluded since the build are not shown', async () => {
  const { id, sizeCompanies } = await computed((await create('Shown', { filters: LARGE })).id);
  const list = () => server.call(listSegmentCompanies, { segmentId: id, include_removed: 'true' }, caller);
  const [first] = (await list()).companies;
  const companyIds = [first?.__company_id ?? ''];
  const shown = await server.call(getCompany, { companyId: companyIds[0] ?? '' }, caller);
  expect(shown.item.__segments).toContain(id);
  await server.call(excludeCompanies, { companies: { companyIds } }, caller);
  expect((await list()).companiesCnt).toBe(sizeCompanies - 1);
  expect((await computed(id)).sizeCompanies).toBe(sizeCompanies - 1);
  await server.call(restoreCompanies, { companyIds }, caller);
  expect((await list()).companiesCnt).toBe(sizeCompanies);
});
