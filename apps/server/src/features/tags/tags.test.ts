import {
  createTag,
  deleteTag,
  getCompany,
  listTags,
  OPERATORS_ON_TAGS,
  searchCompanies,
  TAG_NAME_MAX,
  type Tag,
  updateTag,
} from '@quarry/contracts';
import { type FilterGroup, operatorInfo, operatorsFor, type RuleValue } from '@quarry/filters';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { untilFresh } from './testing/until-fresh.ts';

let server: TestServer;
let caller: Caller;

const rule = (field: string, operator: string, value?: RuleValue, id = 'rule'): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id, field, operator, value }],
});
const carries = (...tagIds: string[]) => rule('__tags', 'containsAnyOf', tagIds);
const countOf = async (filters: FilterGroup) =>
  (await server.call(searchCompanies, { filters, parts: ['companies'], limit: 1 }, caller)).companiesCnt;
const make = async (name: string, filters: FilterGroup): Promise<Tag> =>
  (await server.call(createTag, { name, filters }, caller)).talkTrack;
const allFresh = () => untilFresh(server, caller);

beforeAll(async () => {
  server = await startTestServer();
  const ours = await buildTestDataset(server.platform, { name: 'ours', companies: 400 });
  const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: ['USER'] } });
  caller = { token, client: ours.name };
}, 120_000);
afterAll(() => server.close());

describe('the members of a tag', () => {
  test.each([
    ['large', rule('employee_count', 'gte', 50)],
    ['in Europe', rule('country', 'isOneOf', ['region:Europe'])],
    ['others', rule('country', 'notOneOf', ['region:Europe'])],
    ['some text', { ...rule('description', 'containsText', ['a', 'ü']), not: true }],
    ['lately', rule('last_round_date', 'dateSinceRelative', { amount: 4, unit: 'years' })],
    ['with software', rule('technologies', 'containsAnyOf', ['hubspot', 'SALESFORCE', 'Shopify'])],
    ['without software', rule('technologies', 'notContainsAnyOf', ['hubspot', 'SALESFORCE', 'Shopify'])],
    ['kinds', rule('categories', 'matchesAnyText', ['soft', 'data'])],
    ['many kinds', rule('technologies', 'hasMoreItemsThan', 2)],
    ['domains', rule('domain', 'containsText', ['a', '.io'])],
    ['none', rule('employee_count', 'lt', 0)],
  ])('%s: are those that the explorer finds with the same filter', async (name, filters) => {
    const made = await make(name, filters);
    expect(made).toMatchObject({ name, filters, companyCount: null, processingStatus: 'Waiting', problem: null });
    const fresh = (await allFresh()).get(made.id);
    const found = await countOf(filters);
    expect(fresh).toMatchObject({ companyCount: found, processingStatus: 'Fresh', problem: null });
    expect(await countOf(carries(made.id))).toBe(found);
    const both: FilterGroup = { id: 'both', combinator: 'and', rules: [filters, { ...carries(made.id), id: 'tag' }] };
    expect(await countOf(both)).toBe(found);
    const without: FilterGroup = rule('__tags', 'notContainsAnyOf', [made.id]);
    expect((await countOf(without)) + found).toBe(await countOf(rule('__company_id', 'exists')));
  });

  test('are found by their domains', async () => {
    const { companies } = await server.call(searchCompanies, { limit: 3, parts: ['companies'] }, caller);
    for (const field of ['__domain', 'domain']) {
      const named = rule(
        field,
        'isOneOf',
        companies.map(({ __domain }) => `https://www.${__domain}/about`),
      );
      const made = await make(`Named by ${field}`, named);
      expect((await allFresh()).get(made.id)?.companyCount).toBe(3);
      const found = await server.call(searchCompanies, { filters: carries(made.id), parts: ['companies'] }, caller);
      expect(found.companies.map(({ __domain }) => __domain)).toEqual(companies.map(({ __domain }) => __domain));
    }
  });

  test('are found with the largest possible filter', async () => {
    const values = (at: number) => Array.from({ length: 5000 }, (_each, number) => `${at} ${number} ü'\\`);
    const large: FilterGroup = {
      id: 'root',
      combinator: 'or',
      rules: [
        ...Array.from({ length: 4 }, (_each, at) => ({
          id: `values${at}`,
          field: 'name',
          operator: 'isOneOf',
          value: values(at),
        })),
        ...Array.from({ length: 990 }, (_each, at) => ({
          id: `rule${at}`,
          field: 'employee_count',
          operator: 'equalTo',
          value: at,
        })),
      ],
    };
    const made = await make('As large as can be', large);
    const found = await countOf(large);
    expect(found).toBeGreaterThan(0);
    expect((await allFresh()).get(made.id)).toMatchObject({ companyCount: found, problem: null });
    expect(await countOf(carries(made.id))).toBe(found);
    await server.call(deleteTag, { id: made.id }, caller);
  }, 60_000);

  test('have its id in their rows, in sorted searches and by key', async () => {
    const made = await make('On rows', rule('employee_count', 'gte', 100));
    await allFresh();
    const { companies } = await server.call(
      searchCompanies,
      { filters: carries(made.id), sortby: '__tags', limit: 100, parts: ['companies'] },
      caller,
    );
    expect(companies.length).toBeGreaterThan(1);
    for (const { __tags, employee_count } of companies) {
      expect(__tags).toContain(made.id);
      expect(employee_count).toBeGreaterThanOrEqual(100);
    }
    const [first] = companies;
    const { item } = await server.call(getCompany, { companyId: first?.__company_id ?? '' }, caller);
    expect(item.__tags).toEqual(first?.__tags);
  });

  test('follow an edit of the filter, and lose a deleted tag', async () => {
    const made = await make('Edited', rule('employee_count', 'gte', 20));
    await allFresh();
    const narrower = rule('employee_count', 'gte', 200);
    const { talkTrack } = await server.call(updateTag, { id: made.id, filters: narrower }, caller);
    expect(talkTrack.processingStatus).toBe('Waiting');
    expect((await allFresh()).get(made.id)?.companyCount).toBe(await countOf(narrower));
    expect(await countOf(carries(made.id))).toBe(await countOf(narrower));
    await server.call(deleteTag, { id: made.id }, caller);
    expect((await server.call(listTags, {}, caller)).talkTracks.map(({ id }) => id)).not.toContain(made.id);
    await expect.poll(() => countOf(carries(made.id)), { timeout: 20_000 }).toBe(0);
  });

  test('stay when only the name changes', async () => {
    const made = await make('Before', rule('employee_count', 'gte', 30));
    await allFresh();
    const { talkTrack } = await server.call(updateTag, { id: made.id, name: '  After ' }, caller);
    expect(talkTrack).toMatchObject({ id: made.id, name: 'After', processingStatus: 'Fresh' });
    expect(talkTrack.companyCount).toBe(await countOf(carries(made.id)));
  });
});

describe('tags on tags', () => {
  test('follow the tags that they use, which cannot be deleted', async () => {
    const base = await make('Base', rule('employee_count', 'gte', 10));
    const user = await make('User', carries(base.id));
    const user2 = await make('User of user', rule('__tags', 'notContainsAnyOf', [user.id.toUpperCase()]));
    await allFresh();
    const modified = (await allFresh()).get(user.id)?.lastModifiedAt;
    const edited = rule('employee_count', 'gte', 150);
    await server.call(updateTag, { id: base.id, filters: edited }, caller);
    const fresh = await allFresh();
    const found = await countOf(edited);
    expect(fresh.get(user.id)).toMatchObject({ companyCount: found, lastModifiedAt: modified });
    expect(await countOf(carries(user.id))).toBe(found);
    expect(fresh.get(user2.id)?.companyCount).toBe((await countOf(rule('__company_id', 'exists'))) - found);
    const refused = await server.refused(deleteTag, { id: base.id }, caller);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'TAG_IN_USE']);
    expect(refused.body.message).toContain('“User”');
    expect(refused.body.context).toEqual({ usedBy: [{ kind: 'tag', id: user.id, name: 'User' }] });
    for (const { id } of [user2, user, base]) await server.call(deleteTag, { id }, caller);
  });

  test('cannot use themselves, directly or through others', async () => {
    const one = await make('One', rule('employee_count', 'gte', 1));
    const two = await make('Two', carries(one.id));
    const three = await make('Three', carries(two.id));
    const refused = await server.refused(updateTag, { id: one.id, filters: carries(three.id) }, caller);
    expect([refused.status, refused.body.errorCode]).toEqual([422, 'CYCLE']);
    expect(refused.body.context).toEqual({
      path: [one, three, two, one].map(({ id, name }) => ({ kind: 'tag', id, name })),
    });
    expect((await server.refused(updateTag, { id: one.id, filters: carries(one.id) }, caller)).body.errorCode).toBe(
      'CYCLE',
    );
    expect((await allFresh()).get(one.id)?.filters).toEqual(rule('employee_count', 'gte', 1));
  });

  test('accept the operators on tags, but no other operator of searches', async () => {
    const base = await make('Asked about', rule('employee_count', 'gte', 3));
    for (const operator of operatorsFor('Multipicklist')) {
      const { valueKind } = operatorInfo(operator);
      const value = valueKind === 'texts' ? [base.id] : valueKind === 'count' ? 1 : undefined;
      const filters = rule('__tags', operator, value);
      await countOf(filters);
      const { status, body } = await server.send(createTag, { name: `By ${operator}`, filters }, caller);
      if (OPERATORS_ON_TAGS.some((name) => name === operator)) expect([operator, status]).toEqual([operator, 200]);
      else expect([operator, status, body]).toMatchObject([operator, 422, { errorCode: 'INVALID_FILTER' }]);
    }
    await allFresh();
  });

  test('cannot use a tag that does not exist', async () => {
    const { status, body } = await server.refused(createTag, { name: 'Refused', filters: carries('nobody') }, caller);
    expect([status, body.errorCode, body.context.ruleIds]).toEqual([422, 'INVALID_FILTER', ['rule']]);
  });
});

describe('refuses', () => {
  const fine = rule('employee_count', 'gte', 5);

  test.each([
    ['no name', { name: '  ', filters: fine }, 'VALIDATION_FAILED'],
    ['a long name', { name: 'x'.repeat(TAG_NAME_MAX + 1), filters: fine }, 'VALIDATION_FAILED'],
    ['no filter', { name: 'Fine' }, 'VALIDATION_FAILED'],
    ['no rule', { name: 'Fine', filters: { id: 'root', combinator: 'and', rules: [] } }, 'VALIDATION_FAILED'],
    ['an unknown field', { name: 'Fine', filters: rule('nope', 'exists') }, 'INVALID_FILTER'],
    ['a wrong operator', { name: 'Fine', filters: rule('country', 'gt', 1) }, 'INVALID_FILTER'],
  ])('%s', async (_name, input, code) => {
    const { status, body } = await server.refused(createTag, input, caller);
    expect([status, body.errorCode]).toEqual([422, code]);
  });

  test('a name that another tag has, ignoring case', async () => {
    const made = await make('Größe', fine);
    const other = await make('Other', fine);
    for (const refused of [
      await server.refused(createTag, { name: ' gRÖSSE '.replace('SS', 'ß'), filters: fine }, caller),
      await server.refused(updateTag, { id: other.id, name: 'GRÖßE' }, caller),
    ]) {
      expect([refused.status, refused.body.errorCode, refused.body.message]).toEqual([
        409,
        'NAME_TAKEN',
        'Tag name must be unique',
      ]);
    }
    expect((await server.call(updateTag, { id: made.id, name: 'größe' }, caller)).talkTrack.name).toBe('größe');
    expect((await server.refused(updateTag, { id: made.id }, caller)).body.errorCode).toBe('VALIDATION_FAILED');
  });

  test('tags of other accounts', async () => {
    const made = await make('Ours', fine);
    const theirs = await buildTestDataset(server.platform, { name: 'theirs', companies: 0 });
    const { token } = await signedInPerson(server.platform, { memberOf: { [theirs.id]: ['USER', 'ADMIN'] } });
    const stranger = { token, client: theirs.name };
    expect((await server.call(listTags, {}, stranger)).talkTracks).toEqual([]);
    expect((await server.refused(updateTag, { id: made.id, name: 'Mine' }, stranger)).status).toBe(404);
    expect((await server.refused(deleteTag, { id: made.id }, stranger)).status).toBe(404);
    expect((await server.refused(createTag, { name: 'Spy', filters: carries(made.id) }, stranger)).status).toBe(422);
    await server.call(createTag, { name: 'Ours', filters: fine }, stranger);
    await untilFresh(server, stranger);
    expect((await allFresh()).get(made.id)?.companyCount).toBe(await countOf(fine));
  });

  test('a tag before the first build', async () => {
    const id = await createTestClient(server.platform, 'unbuilt');
    const { token } = await signedInPerson(server.platform, { memberOf: { [id]: ['USER'] } });
    const { body } = await server.refused(createTag, { name: 'Early', filters: fine }, { token, client: 'unbuilt' });
    expect(body.errorCode).toBe('DATASET_NOT_BUILT');
  });
});
