import { ident, sql, text, uint } from '@quarry/clickhouse';
import {
  type CompanyRow,
  describeField,
  getClient,
  getCompany,
  getCompanySyncStatus,
  listContacts,
  listFieldOptions,
  renameDatasetField,
  saveClientSettings,
  searchCompanies,
} from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { contacts } from '@quarry/postgres/tables/contacts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { datasetTables } from '#server/features/datasets/table.ts';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let ours: TestClient;
let caller: Caller;
let everyone: CompanyRow[];

const rule = (field: string, operator: string, value?: unknown): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'rule', field, operator, ...(value === undefined ? {} : { value: value as string[] }) }],
});
const search = (input: Parameters<typeof server.call<typeof searchCompanies>>[1]) =>
  server.call(searchCompanies, input, caller);

beforeAll(async () => {
  server = await startTestServer();
  ours = await buildTestDataset(server.platform, { name: 'ours', companies: 400 });
  const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: ['USER', 'ADMIN'] } });
  caller = { token, client: ours.name };
  everyone = [];
  for (;;) {
    const { companies } = await search({ offset: everyone.length, limit: 100, parts: ['companies'] });
    everyone.push(...companies);
    if (companies.length < 100) break;
  }
}, 120_000);
afterAll(() => server.close());

describe('search', () => {
  test('pages through every company once, best first', async () => {
    const { companiesCnt, tabs } = await search({ limit: 1 });
    expect(everyone).toHaveLength(companiesCnt);
    expect(new Set(everyone.map(({ __company_id }) => __company_id)).size).toBe(companiesCnt);
    expect(tabs).toEqual({ ALL: companiesCnt, NEWLY_SOURCED: companiesCnt, RECENTLY_UPDATED: 0 });
    const qualities = everyone.map((company) => Number(company.__quality_score));
    expect(qualities).toEqual(qualities.toSorted((one, other) => other - one));
  });

  test('shows rows without waiting for their number, unless it follows from them', async () => {
    const filters = rule('founded_year', 'gt', 1900.5);
    const first = await search({ filters, limit: 10, count: false, parts: ['companies'] });
    expect([first.companies.length, first.companiesCnt, first.isCounted]).toEqual([10, 10, false]);
    const counted = await search({ filters, limit: 10, parts: ['companies'] });
    expect(counted).toMatchObject({ companies: first.companies, isCounted: true });
    const again = await search({ filters, limit: 10, count: false, parts: ['companies'] });
    expect(again).toEqual(counted);
    const rare = rule('name', 'isOneOf', [String(everyone[0]?.name)]);
    const few = await search({ filters: rare, count: false, parts: ['companies'] });
    expect(few).toMatchObject({ companiesCnt: few.companies.length, isCounted: true });
    const beyond = await search({ filters: rare, offset: 50, count: false, parts: ['companies'] });
    expect(beyond).toMatchObject({ companies: [], isCounted: false });
  });

  test.each(['founded_year', 'revenue', 'last_round_date', 'subindustry', 'technologies'])(
    'sorts by %s with empty values last in both directions',
    async (sortby) => {
      for (const sortdirection of ['asc', 'desc'] as const) {
        const values: unknown[] = [];
        for (let offset = 0; offset < everyone.length; offset += 100) {
          const { companies } = await search({ sortby, sortdirection, offset, limit: 100, parts: ['companies'] });
          values.push(...companies.map((company) => company[sortby]));
        }
        const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
        const firstEmpty = values.findIndex(isEmpty);
        expect(firstEmpty).toBeGreaterThan(0);
        expect(values.slice(firstEmpty).every(isEmpty)).toBe(true);
        if (sortby === 'founded_year' || sortby === 'revenue') {
          const numbers = values.slice(0, firstEmpty).map(Number);
          expect(numbers).toEqual(
            numbers.toSorted((one, other) => (sortdirection === 'asc' ? one - other : other - one)),
          );
        }
      }
    },
  );

  test('a search has the same total in every order and on every page, counted before or not', async () => {
    const filters = rule('country', 'isOneOf', ['US', 'region:Europe']);
    const { companiesCnt } = await search({ filters, sortby: 'revenue', limit: 1 });
    expect(companiesCnt).toBeGreaterThan(1);
    expect(companiesCnt).toBeLessThan(everyone.length);
    for (const sortby of ['revenue', '__quality_score', 'name', '__company_id']) {
      for (const offset of [0, 1, companiesCnt - 1, companiesCnt, 100_000]) {
        const found = await search({ filters, sortby, offset, limit: 100, parts: ['companies'] });
        expect(found.companiesCnt).toBe(companiesCnt);
        expect(found.companies).toHaveLength(Math.min(100, Math.max(0, companiesCnt - offset)));
      }
    }
  });

  test('finds by id and by domain', async () => {
    const some = everyone.slice(7, 10);
    for (const field of ['__company_id', '__domain'] as const) {
      const { companies } = await search({
        filters: rule(field, 'isOneOf', [...some.map((company) => company[field]), 'nowhere.test']),
        parts: ['companies'],
      });
      expect(companies.map(({ __company_id }) => __company_id)).toEqual(some.map(({ __company_id }) => __company_id));
    }
  });

  test('finds by name, by domain and by a pasted address', async () => {
    const [company] = everyone;
    const typed = [company?.name.toUpperCase(), company?.__domain, `https://www.${company?.__domain}/about?x=1`];
    for (const text of typed) {
      const { companies } = await search({ search: text ?? '', parts: ['companies'] });
      expect(companies.map(({ __company_id }) => __company_id)).toContain(company?.__company_id);
    }
    expect((await search({ search: "'; DROP TABLE x; --" })).companiesCnt).toBe(0);
  });

  test('a filter and its negation cover the dataset, and tabs count under the filter', async () => {
    const some = await search({ filters: rule('country', 'isOneOf', ['US', 'region:Europe']) });
    const others = await search({ filters: rule('country', 'notOneOf', ['US', 'region:Europe']) });
    expect(some.companiesCnt).toBeGreaterThan(0);
    expect(some.companiesCnt + others.companiesCnt).toBe(everyone.length);
    expect(some.tabs?.ALL).toBe(some.companiesCnt);
    expect((await search({ filters: rule('country', 'isOneOf', ['US']), tab: 'RECENTLY_UPDATED' })).companiesCnt).toBe(
      0,
    );
  });

  test('a company leaves the tab of new ones as soon as it is not recent, though counts are kept', async () => {
    const filters = rule('__domain', 'isOneOf', [everyone[0]?.__domain ?? '', everyone[1]?.__domain ?? '']);
    const newOnes = async () => (await search({ filters, parts: ['tabs'] })).tabs?.NEWLY_SOURCED;
    const { datasetVersion } = await server.call(getClient, {}, caller);
    const { database, dataset } = datasetTables(ours.name, datasetVersion ?? '');
    const endsSoon = sql`now() - toIntervalDay(30) + toIntervalSecond(3)`;
    await server.platform.warehouse.command(
      sql`ALTER TABLE ${ident(database, dataset)} UPDATE __added_at = ${endsSoon}
        WHERE __domain = ${text(everyone[0]?.__domain ?? '')}`,
    );
    expect([await newOnes(), await newOnes()]).toEqual([2, 2]);
    await expect.poll(newOnes, { timeout: 10_000 }).toBe(1);
  });

  test('refuses invalid filters, naming the rule', async () => {
    for (const filters of [
      rule('nope', 'exists'),
      rule('country', 'gt', 3),
      rule('employee_count', 'gt', ['x']),
      rule('name', 'matchesRegex', 'a'),
    ]) {
      const { status, body } = await server.refused(searchCompanies, { filters }, caller);
      expect([status, body.errorCode, body.context.ruleIds]).toEqual([422, 'INVALID_FILTER', ['rule']]);
    }
    expect((await server.refused(searchCompanies, { sortby: 'nope' }, caller)).status).toBe(422);
    const deep = Array.from({ length: 300 }).reduce<FilterGroup>(
      (inner, _each, at) => ({ id: `g${at}`, combinator: 'and', rules: [inner] }),
      rule('name', 'exists'),
    );
    const wide: FilterGroup = {
      id: 'g',
      combinator: 'or',
      rules: Array.from({ length: 10_000 }, (_each, at) => ({ id: `r${at}`, field: 'name', operator: 'exists' })),
    };
    for (const filters of [deep, wide])
      expect((await server.refused(searchCompanies, { filters }, caller)).status).toBe(422);
    expect((await server.refused(searchCompanies, { offset: 10 ** 12 }, caller)).status).toBe(422);
  });
});

test('accounts see a company as it is in their dataset, also from the cache', async () => {
  const companyId = everyone[0]?.__company_id ?? '';
  const companies = ident(UNIVERSE, 'companies');
  await server.platform.warehouse.command(
    sql`INSERT INTO ${companies} SELECT * REPLACE ('Renamed since' AS name, version + 1 AS version) FROM ${companies} FINAL WHERE company_id = ${uint(companyId)}`,
  );
  const later = await buildTestDataset(server.platform, { name: 'built-later', companies: 400 });
  const { token } = await signedInPerson(server.platform, { memberOf: { [later.id]: ['USER'] } });
  const asLater = { token, client: later.name };
  const first = async (as: Caller) =>
    (await server.call(searchCompanies, { search: everyone[0]?.__domain, limit: 1 }, as)).companies[0];
  for (const _again of [1, 2]) {
    expect(await first(caller)).toEqual(everyone[0]);
    expect(await first(asLater)).toMatchObject({ __company_id: companyId, name: 'Renamed since' });
  }
});

test('a company is found by its id, in this account only', async () => {
  const [company] = everyone;
  const companyId = company?.__company_id ?? '';
  expect((await server.call(getCompany, { companyId }, caller)).item).toEqual(company);
  expect((await server.refused(getCompany, { companyId: '12345' }, caller)).status).toBe(404);
  expect(await server.call(getCompanySyncStatus, { linkedInId: company?.__linked_in_id ?? '' }, caller)).toEqual({
    integrations: [],
    syncStatuses: [],
  });
});

test('contacts are counted and listed per company, and hidden from other accounts', async () => {
  const companyId = everyone[3]?.__company_id ?? '';
  await server.platform.db.asClient(ours.id, (tx) =>
    tx.insert(contacts).values(
      [1, 2].map((number) => ({
        clientId: ours.id,
        contactId: `c${number}`,
        companyId,
        firstName: 'Ada',
        lastName: `Test ${number}`,
        email: `ada${number}@example.test`,
        emailVerificationStatus: 'verified',
        position: 'VP Sales',
      })),
    ),
  );
  expect((await server.call(getCompany, { companyId }, caller)).item.contacts_count).toBe(2);
  const listed = await server.call(listContacts, { companyId, limit: 1 }, caller);
  expect([listed.contacts.length, listed.contactsCnt]).toEqual([1, 2]);
  const countAt = async (filters: FilterGroup) =>
    (await server.call(listContacts, { filters: JSON.stringify(filters), limit: 1 }, caller)).contactsCnt;
  expect(await countAt(rule('__company_id', 'isOneOf', [companyId]))).toBe(2);
  expect(await countAt(rule('__company_id', 'notOneOf', [companyId]))).toBe(0);
  for (const [filters, code] of [
    ['{', 'VALIDATION_FAILED'],
    ['{"id":1}', 'VALIDATION_FAILED'],
    [JSON.stringify(rule('nope', 'exists')), 'INVALID_FILTER'],
  ] as const) {
    const { status, body } = await server.refused(listContacts, { filters }, caller);
    expect([status, body.errorCode]).toEqual([422, code]);
  }
  const theirs = await buildTestDataset(server.platform, { name: 'theirs', companies: 0 });
  const { token } = await signedInPerson(server.platform, { memberOf: { [theirs.id]: ['USER'] } });
  expect((await server.call(listContacts, { companyId }, { token, client: theirs.name })).contactsCnt).toBe(0);
  expect((await server.call(getCompany, { companyId }, { token, client: theirs.name })).item.contacts_count).toBe(0);
  const described = await server.call(describeField, { fieldName: 'position', recordType: 'contact' }, caller);
  expect(described).toMatchObject({
    recordsCount: 2,
    coverage: 1,
    uniqueCount: 1,
    values: [{ value: 'VP Sales', count: 2 }],
  });
});

test('numbers and dates of contacts have quartiles and bars', async () => {
  const { name, id } = await buildTestDataset(server.platform, { name: 'staffed', companies: 0 });
  const { token } = await signedInPerson(server.platform, { memberOf: { [id]: ['USER'] } });
  const describe = (fieldName: string) =>
    server.call(describeField, { fieldName, recordType: 'contact' }, { token, client: name });
  expect(await describe('tenure')).toMatchObject({ min: null, max: null, average: null, histogram: [] });
  const tenures = [1, 1, 2, 3, 5, 8, 13, null];
  await server.platform.db.asClient(id, (tx) =>
    tx.insert(contacts).values(
      tenures.map((tenureMonths, at) => ({
        clientId: id,
        contactId: `c${at}`,
        companyId: '1',
        firstName: 'Ada',
        lastName: `Test ${at}`,
        position: 'VP Sales',
        tenureMonths,
        addedAt: new Date(`2026-03-0${1 + (at % 4)}T12:00:00Z`),
      })),
    ),
  );
  const tenure = await describe('tenure');
  expect(tenure).toMatchObject({ min: 1, max: 13, quartiles: { lower: 1, median: 3, upper: 8 }, missingCount: 1 });
  expect(tenure.histogram).toContainEqual({ from: 1, to: 2, count: 2 });
  expect(tenure.histogram?.reduce((sum, { count }) => sum + count, 0)).toBe(7);
  const added = await describe('added_to_dataset_at');
  expect(added).toMatchObject({ min: '2026-03-01', max: '2026-03-04' });
  expect(added.histogram).toEqual(
    [1, 2, 3, 4].map((day) => ({ from: `2026-03-0${day}`, to: `2026-03-0${day + 1}`, count: 2 })),
  );
});

describe('a data point', () => {
  test('is described correctly', async () => {
    const sizes = everyone.flatMap(({ employee_count: size }) => (typeof size === 'number' ? [size] : []));
    const described = await server.call(describeField, { fieldName: 'employee_count' }, caller);
    expect(described).toMatchObject({
      recordsCount: everyone.length,
      missingCount: everyone.length - sizes.length,
      uniqueCount: new Set(sizes).size,
      min: Math.min(...sizes),
      max: Math.max(...sizes),
    });
    expect(described.coverage).toBeCloseTo(sizes.length / everyone.length);
    expect(described.average).toBeCloseTo(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
    const items = everyone.flatMap(({ technologies }) => (Array.isArray(technologies) ? technologies : []));
    const lists = await server.call(describeField, { fieldName: 'technologies', valuesPageLimit: 1000 }, caller);
    expect(lists.uniqueCount).toBe(new Set(items).size);
    expect(lists.values.reduce((sum, { count }) => sum + count, 0)).toBe(items.length);
    expect((await server.refused(describeField, { fieldName: 'nope' }, caller)).status).toBe(404);
  });

  test('suggests its values with the number of companies', async () => {
    const { values } = await server.call(listFieldOptions, { fieldName: 'country', search: 'u' }, caller);
    expect(values.length).toBeGreaterThan(0);
    for (const { value, count } of values) {
      expect(value.toLowerCase()).toContain('u');
      expect(count).toBe(everyone.filter(({ country }) => country === value).length);
    }
  });

  test('is renamed by admins only, within the rules, for everyone at once', async () => {
    const rename = (fieldName: string, displayName: string, by = caller) =>
      server.send(renameDatasetField, { fieldName, displayName }, by);
    expect((await rename('industry', '  Sector of work ')).status).toBe(200);
    const { companiesSchema } = await server.call(getClient, {}, caller);
    expect(companiesSchema.find(({ fieldName }) => fieldName === 'industry')?.displayName).toBe('Sector of work');
    expect(await rename('city', 'sector OF work')).toMatchObject({
      status: 409,
      body: { message: 'Data point name must be unique' },
    });
    expect((await rename('industry', 'Sector of work')).status).toBe(422);
    expect(await rename('city', '   ')).toMatchObject({ status: 422, body: { message: 'Name cannot be empty' } });
    for (const fixed of ['name', 'domain', '__quality_score']) expect((await rename(fixed, 'Other')).status).toBe(422);
    const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: ['USER'] } });
    expect((await rename('city', 'Town', { token, client: ours.name })).status).toBe(403);
  });
});

test('the default columns are saved for the account', async () => {
  const appSettings = { companiesTableFields: ['name', 'country', 'employee_count'] };
  await server.call(saveClientSettings, { appSettings }, caller);
  expect((await server.call(getClient, {}, caller)).appSettings).toEqual(appSettings);
});
