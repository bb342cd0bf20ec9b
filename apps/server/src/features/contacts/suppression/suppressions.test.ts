import { addSuppressions, listSuppressions, removeSuppression, SUPPRESSION_LINES_MAX } from '@quarry/contracts';
import { auditLog } from '@quarry/postgres/tables/audit';
import { suppressions } from '@quarry/postgres/tables/suppressions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestClient, signedInPerson, type TestPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { findSuppressed } from './suppressed-people.ts';

let server: TestServer;
let ours: string;
let admin: TestPerson;
let asAdmin: Caller;
let asUser: Caller;
let asOther: Caller;

beforeAll(async () => {
  server = await startTestServer();
  ours = await createTestClient(server.platform, 'ours');
  const theirs = await createTestClient(server.platform, 'theirs');
  admin = await signedInPerson(server.platform, { memberOf: { [ours]: ['USER', 'ADMIN'] } });
  asAdmin = { token: admin.token, client: 'ours' };
  asUser = { token: (await signedInPerson(server.platform, { memberOf: { [ours]: ['USER'] } })).token, client: 'ours' };
  const other = await signedInPerson(server.platform, { memberOf: { [theirs]: ['USER', 'ADMIN'] } });
  asOther = { token: other.token, client: 'theirs' };
});
afterAll(() => server.close());
beforeEach(() => server.platform.db.asSystem((tx) => tx.delete(suppressions)));

const add = (entries: string[], note: string | null = null, caller = asAdmin) =>
  server.call(addSuppressions, { entries, note }, caller);
const list = async (query: object = {}, caller = asUser) => {
  const { items, count } = await server.call(listSuppressions, query, caller);
  return { values: items.map(({ kind, value }) => `${kind} ${value}`), count };
};

describe('pasted lines', () => {
  test.each([
    [' Ann@Acme.COM ', 'EMAIL ann@acme.com'],
    ['Ann Lee <ann@acme.com>', 'EMAIL ann@acme.com'],
    ['mailto:ann@müller.de', 'EMAIL ann@xn--mller-kva.de'],
    ['änn@acme.com', 'EMAIL änn@acme.com'],
    ['Acme.co.uk', 'DOMAIN acme.co.uk'],
    ['https://www.acme.com/', 'DOMAIN acme.com'],
    ['HTTPS://People.Example/in/Ann/', 'PERSON people.example/in/Ann'],
    ['https://uk.linkedin.com/in/Ann-Lee/?originalSubdomain=uk', 'PERSON linkedin.com/in/ann-lee'],
    ['www.linkedin.com/in/ann-lee', 'PERSON linkedin.com/in/ann-lee'],
    ['people.example/@ann', 'PERSON people.example/@ann'],
  ])('%j stands for %s', async (line, entry) => {
    expect(await add([line])).toEqual({ added: 1, alreadyListed: 0, invalid: [] });
    expect(await list()).toEqual({ values: [entry], count: 1 });
  });

  test('are added though others are invalid; blank ones are ignored', async () => {
    await add(['ann@acme.com']);
    const lines = ['', 'ann@acme.com', 'ann', 'ben@acme.com', ' BEN@acme.com', 'ann@', 'co.uk', '10.0.0.1', 'a b.com'];
    expect(await add(lines, ' from the fair ')).toEqual({
      added: 1,
      alreadyListed: 2,
      invalid: ['ann', 'ann@', 'co.uk', '10.0.0.1', 'a b.com'],
    });
    const { items } = await server.call(listSuppressions, {}, asUser);
    expect(items[0]).toMatchObject({ value: 'ben@acme.com', note: 'from the fair', createdBy: admin.email });
    expect(await add(['nobody'])).toEqual({ added: 0, alreadyListed: 0, invalid: ['nobody'] });
  });

  test('are limited in number', async () => {
    const lines = Array.from({ length: SUPPRESSION_LINES_MAX }, (_, index) => `person${index}@acme.com`);
    expect(await add(lines)).toMatchObject({ added: SUPPRESSION_LINES_MAX });
    expect((await server.refused(addSuppressions, { entries: [...lines, 'x@y.com'] }, asAdmin)).status).toBe(422);
    expect((await server.refused(addSuppressions, { entries: [] }, asAdmin)).status).toBe(422);
    expect((await list()).count).toBe(SUPPRESSION_LINES_MAX);
  });
});

test('the list is searched by value and note, and by kind, page after page', async () => {
  await add(['ann@acme.com', 'acme.com', 'people.example/in/ann'], 'Left in May');
  await add(['ben@other.com']);
  expect(await list()).toMatchObject({ count: 4, values: expect.arrayContaining(['EMAIL ben@other.com']) });
  expect((await list({ limit: 1 })).values).toEqual(['EMAIL ben@other.com']);
  expect(await list({ limit: 1, offset: 3 })).toEqual({ values: ['PERSON people.example/in/ann'], count: 4 });
  expect((await list({ search: 'ACME' })).values).toEqual(['DOMAIN acme.com', 'EMAIL ann@acme.com']);
  expect((await list({ search: 'in may', kind: 'PERSON' })).values).toEqual(['PERSON people.example/in/ann']);
  expect(await list({ search: '%' })).toEqual({ values: [], count: 0 });
});

test('administrators change the list, members read it, and other accounts have their own', async () => {
  await add(['ann@acme.com']);
  expect(await list({}, asOther)).toEqual({ values: [], count: 0 });
  expect(await add(['ann@acme.com'], null, asOther)).toMatchObject({ added: 1 });
  const [entry] = (await server.call(listSuppressions, {}, asUser)).items;
  const { id } = entry ?? { id: 'missing' };
  expect((await server.refused(addSuppressions, { entries: ['x@y.com'] }, asUser)).status).toBe(403);
  expect((await server.refused(removeSuppression, { id }, asUser)).status).toBe(403);
  expect((await server.refused(removeSuppression, { id }, asOther)).status).toBe(404);
  expect(await server.call(removeSuppression, { id }, asAdmin)).toEqual({ id });
  expect((await server.refused(removeSuppression, { id }, asAdmin)).status).toBe(404);
  expect((await list()).count).toBe(0);
  expect((await list({}, asOther)).count).toBe(1);
  const trail = await server.platform.db.asClient(ours, (tx) => tx.select().from(auditLog).orderBy(auditLog.id));
  expect(trail.slice(-2)).toMatchObject([
    { action: 'suppressions.added', target: '1 entry', after: { added: 1 } },
    { action: 'suppression.removed', target: 'ann@acme.com', targetId: id },
  ]);
});

test('people are found by address, profile, or a domain at or above theirs', async () => {
  await add(['Ann@acme.com', 'https://people.example/in/ben/', 'gone.com', 'sub.part.com']);
  await add(['eve@acme.com'], null, asOther);
  const person = (
    key: string,
    email: string | null,
    personUrl: string | null = null,
    domain: string | null = null,
  ) => ({
    key,
    email,
    personUrl,
    domain,
  });
  const people = [
    person('by address', 'ann@ACME.com'),
    person('by profile', null, 'http://PEOPLE.example/in/ben'),
    person('by domain of the address', 'cat@gone.com'),
    person('by domain above', 'dan@mail.uk.gone.com'),
    person('by domain of the company', null, null, 'gone.com'),
    person('another address', 'eve@acme.com'),
    person('another profile', null, 'https://people.example/in/Ben'),
    person('domain above a listed one', 'fay@part.com', null, 'part.com'),
    person('similar domain', 'gus@begone.com', null, 'gone.com.de'),
    person('nothing known', null),
    person('junk', '@', '::', ' '),
  ];
  const find = (clientId: string, of = people) =>
    server.platform.db.asClient(clientId, (tx) => findSuppressed(tx, clientId, of), { readOnly: true });
  expect([...(await find(ours))].sort()).toEqual([
    'by address',
    'by domain above',
    'by domain of the address',
    'by domain of the company',
    'by profile',
  ]);
  expect(await find(ours, [])).toEqual(new Set());
  const many = Array.from({ length: 50_000 }, (_, index) =>
    person(`p${index}`, `p${index}@mail.acme.com`, null, 'acme.com'),
  );
  expect(await find(ours, [...many, ...people])).toHaveProperty('size', 5);
});
