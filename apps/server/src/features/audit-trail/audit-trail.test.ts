import { getAuditEntry, listAuditTrail, saveClientSettings } from '@quarry/contracts';
import { auditLog } from '@quarry/postgres/tables/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClient, signedInPerson, type TestPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let admin: TestPerson;
let asAdmin: Caller;
let theirs: string;

beforeAll(async () => {
  server = await startTestServer();
  const ours = await createTestClient(server.platform, 'ours');
  theirs = await createTestClient(server.platform, 'theirs');
  admin = await signedInPerson(server.platform, { memberOf: { [ours]: ['USER', 'ADMIN'] } });
  asAdmin = { token: admin.token, client: 'ours' };
  const entry = (at: string, actor: string, action: string, target: string, clientId: string | null = ours) => ({
    clientId,
    actorUserId: null,
    at: new Date(at),
    actor,
    action,
    target,
    targetId: `id of ${target}`,
    before: { name: 'old' },
    after: { name: target },
  });
  await server.platform.db.asSystem((tx) =>
    tx
      .insert(auditLog)
      .values([
        entry('2026-03-01T23:59:59.999Z', 'ann@example.test', 'market.created', 'Nordics'),
        entry('2026-03-02T00:00:00Z', 'Ben@example.test', 'market.saved', 'Nordics 100%'),
        entry('2026-03-02T23:59:59Z', 'ann@example.test', 'market.saved', 'Benelux'),
        entry('2026-03-03T00:00:00Z', 'build', 'market.deleted', 'nordic_x'),
        entry('2026-03-02T12:00:00Z', 'ann@example.test', 'tag.created', 'Foreign', theirs),
        entry('2026-03-02T12:00:00Z', 'command line', 'user.created', 'Installation', null),
      ]),
  );
});
afterAll(() => server.close());

async function targets(query: Record<string, string | number> = {}) {
  const { items, count } = await server.call(listAuditTrail, query, asAdmin);
  return { found: items.map(({ target }) => target), count };
}

test('lists the changes to the account, newest first, with values and actions', async () => {
  const settings = { appSettings: { companiesTableFields: [] } };
  await server.call(saveClientSettings, settings, asAdmin);
  const { items, count, actions } = await server.call(listAuditTrail, {}, asAdmin);
  expect(items.map(({ target }) => target)).toEqual(['ours', 'nordic_x', 'Benelux', 'Nordics 100%', 'Nordics']);
  expect(count).toBe(5);
  expect(items[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    at: expect.stringMatching(/Z$/),
    actor: admin.email,
    action: 'client.settings-saved',
    target: 'ours',
    targetId: null,
    before: { companiesTableFields: null },
    after: { companiesTableFields: [] },
    requestId: expect.any(String),
  });
  expect(actions).toEqual(['client.settings-saved', 'market.created', 'market.deleted', 'market.saved']);
});

test('filters match parts of names, one action and whole days, and combine', async () => {
  const cases: [Record<string, string | number>, string[]][] = [
    [{ actor: 'BEN' }, ['Nordics 100%']],
    [{ target: ' nordic ' }, ['nordic_x', 'Nordics 100%', 'Nordics']],
    [{ target: '%' }, ['Nordics 100%']],
    [{ target: 'id of Benelux' }, ['Benelux']],
    [{ target: 'id of' }, []],
    [{ target: 'c_' }, ['nordic_x']],
    [{ action: 'market.saved' }, ['Benelux', 'Nordics 100%']],
    [{ action: 'market' }, []],
    [{ from: '2026-03-02', to: '2026-03-02' }, ['Benelux', 'Nordics 100%']],
    [{ to: '2026-03-01' }, ['Nordics']],
    [{ action: 'market.saved', actor: 'ann', from: '2026-03-02' }, ['Benelux']],
    [{ target: 'Foreign' }, []],
    [{ target: 'Installation' }, []],
  ];
  for (const [query, expected] of cases) {
    expect([query, await targets(query)]).toEqual([query, { found: expected, count: expected.length }]);
  }
});

test('pages cover the trail without overlap; invalid days are refused', async () => {
  const days = { to: '2026-03-31' };
  expect(await targets({ ...days, limit: 2 })).toEqual({ found: ['nordic_x', 'Benelux'], count: 4 });
  expect(await targets({ ...days, limit: 2, offset: 2 })).toEqual({ found: ['Nordics 100%', 'Nordics'], count: 4 });
  for (const from of ['2026-02-30', 'yesterday', '0000-00-00']) {
    expect((await server.refused(listAuditTrail, { from }, asAdmin)).status).toBe(422);
  }
});

test("each change has an address, for its own account's administrators", async () => {
  const [entry] = (await server.call(listAuditTrail, { target: 'Benelux' }, asAdmin)).items;
  const entryId = entry?.id ?? '';
  expect(await server.call(getAuditEntry, { entryId }, asAdmin)).toEqual({ entry });
  const foreign = await signedInPerson(server.platform, { memberOf: { [theirs]: ['USER', 'ADMIN'] } });
  const asForeign = { token: foreign.token, client: 'theirs' };
  expect((await server.refused(getAuditEntry, { entryId }, asForeign)).status).toBe(404);
  expect((await server.refused(getAuditEntry, { entryId: '999999999999999999' }, asAdmin)).status).toBe(404);
  expect((await server.refused(getAuditEntry, { entryId: 'first' }, asAdmin)).status).toBe(422);
});
