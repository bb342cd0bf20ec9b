import {
  createApiKey,
  createMarket,
  getClient,
  inviteUser,
  listApiKeys,
  listAuditTrail,
  listMarkets,
  listUsers,
  modifyUser,
  removeUser,
  revokeApiKey,
  STAFF_PERMISSIONS,
} from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { apiKeys } from '@quarry/postgres/tables/api-keys';
import { auditLog } from '@quarry/postgres/tables/audit';
import { rateLimits } from '@quarry/postgres/tables/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClient, signedInPerson, type TestPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { generateKey } from './key-format.ts';

let server: TestServer;
let ours: string;
let theirs: string;
let admin: TestPerson;
let asAdmin: Caller;

beforeAll(async () => {
  server = await startTestServer();
  ours = await createTestClient(server.platform, 'ours');
  theirs = await createTestClient(server.platform, 'theirs');
  admin = await signedInPerson(server.platform, { memberOf: { [ours]: ['USER', 'ADMIN'] } });
  asAdmin = { token: admin.token, client: 'ours' };
});
afterAll(() => server.close());

const create = (name: string, scope: 'read' | 'write' = 'read', caller = asAdmin) =>
  server.call(createApiKey, { name, scope, expiresInDays: 30 }, caller);
const withKey = (token: string, client = 'ours'): Caller => ({ token, client });
const rowOf = async (id: string) => {
  const [row] = await server.platform.db.asSystem((tx) => tx.select().from(apiKeys).where(eq(apiKeys.id, id)));
  if (row === undefined) throw new Error('The key is gone');
  return row;
};

test('a key is returned once, stored as a hash, reads the account and records its last use', async () => {
  const { key, apiKey } = await create('Reports');
  expect(key).toMatch(/^qk_[\w-]{43}$/);
  expect(apiKey).toMatchObject({ name: 'Reports', scope: 'read', createdBy: admin.email, lastUsedAt: null });
  expect(key.startsWith(apiKey.prefix)).toBe(true);
  const row = await rowOf(apiKey.id);
  expect(JSON.stringify(row)).not.toContain(key.slice(apiKey.prefix.length));
  expect(Math.round(((row.expiresAt?.getTime() ?? 0) - row.createdAt.getTime()) / 3_600_000)).toBe(30 * 24);

  expect((await server.call(getClient, {}, withKey(key))).clientName).toBe('ours');
  const listed = (await server.call(listApiKeys, {}, asAdmin)).apiKeys.find(({ id }) => id === apiKey.id);
  expect(listed?.lastUsedAt).not.toBeNull();
  // At most once a minute.
  await server.call(getClient, {}, withKey(key));
  expect((await rowOf(apiKey.id)).lastUsedAt?.toISOString()).toBe(listed?.lastUsedAt);
  await server.platform.db.asSystem((tx) => tx.update(apiKeys).set({ lastUsedAt: sql`now() - interval '61 seconds'` }));
  await server.call(getClient, {}, withKey(key));
  expect((await rowOf(apiKey.id)).lastUsedAt?.getTime()).toBeGreaterThan(Date.parse(listed?.lastUsedAt ?? ''));
});

test('a writing key acts as its creator, and the audit trail names it', async () => {
  const rule = { id: 'r', field: 'firmographics/country', operator: 'isOneOf' as const, value: ['Sweden'] };
  const criteria = { id: 'g', combinator: 'and' as const, not: false, rules: [rule] };
  const input = { name: 'By key', draftMarketCriteria: criteria };
  const { key: reading } = await create('Reads');
  const { key: writing } = await create('Writes', 'write');
  const refused = await server.refused(createMarket, input, withKey(reading));
  expect([refused.status, refused.body.message]).toEqual([403, 'This API key may only read.']);
  await server.call(createMarket, input, withKey(writing));
  const [entry] = (await server.call(listAuditTrail, { action: 'market.created' }, asAdmin)).items;
  expect(entry?.actor).toBe(`${admin.email} (API key Writes)`);
  for (const endpoint of [listUsers, inviteUser, listApiKeys, createApiKey, revokeApiKey, modifyUser, removeUser]) {
    expect((await server.refused(endpoint, {}, withKey(writing))).status).toBe(403);
  }
});

test('a key opens only its account, whatever its creator may open', async () => {
  const staff = await signedInPerson(server.platform, {
    staffPermissions: STAFF_PERMISSIONS,
    memberOf: { [ours]: ['USER'], [theirs]: ['USER', 'ADMIN'] },
  });
  const { key } = await create('Of staff', 'write', { token: staff.token, client: 'ours' });
  await server.call(listMarkets, {}, withKey(key));
  for (const client of ['theirs', 'nobody']) {
    const refused = await server.refused(listMarkets, {}, withKey(key, client));
    expect([refused.status, refused.body.message]).toEqual([403, 'You do not have access to this account.']);
  }
  // The creator is an administrator only by staff permission, which the key lacks.
  expect((await server.refused(listAuditTrail, {}, withKey(key))).status).toBe(403);
  const outsider = await signedInPerson(server.platform, { staffPermissions: STAFF_PERMISSIONS });
  const input = { name: 'No member', scope: 'read', expiresInDays: null };
  const refused = await server.refused(createApiKey, input, { token: outsider.token, client: 'ours' });
  expect(refused.status).toBe(403);
});

test('a key ends when it is revoked, when it expires, and when its creator is removed', async () => {
  const expectRefused = async (key: string) => {
    const { status, body } = await server.refused(getClient, {}, withKey(key));
    expect([status, body.errorCode]).toEqual([401, 'UNAUTHENTICATED']);
  };
  const revoked = await create('Revoked');
  await server.call(revokeApiKey, { apiKeyId: revoked.apiKey.id }, asAdmin);
  await expectRefused(revoked.key);
  expect((await server.refused(revokeApiKey, { apiKeyId: revoked.apiKey.id }, asAdmin)).status).toBe(404);
  const names = async () => (await server.call(listApiKeys, {}, asAdmin)).apiKeys.map(({ name }) => name);
  expect(await names()).not.toContain('Revoked');

  const expired = await create('Expired');
  await server.platform.db.asSystem((tx) =>
    tx.update(apiKeys).set({ expiresAt: sql`now()` }).where(eq(apiKeys.id, expired.apiKey.id)),
  );
  await expectRefused(expired.key);
  const listed = (await server.call(listApiKeys, {}, asAdmin)).apiKeys.find(({ name }) => name === 'Expired');
  expect(listed?.isExpired).toBe(true);

  const creator = await signedInPerson(server.platform, { memberOf: { [ours]: ['USER', 'ADMIN'] } });
  const created = await create('Of a creator', 'write', { token: creator.token, client: 'ours' });
  await server.call(listAuditTrail, {}, withKey(created.key));
  await server.call(modifyUser, { userId: creator.userId, userPermissions: [] }, asAdmin);
  expect((await server.refused(listAuditTrail, {}, withKey(created.key))).status).toBe(403);
  await server.call(getClient, {}, withKey(created.key));
  await server.call(removeUser, { userId: creator.userId }, asAdmin);
  await expectRefused(created.key);
  // A new invitation does not bring the key back.
  await server.call(inviteUser, { email: creator.email, userPermissions: ['ADMIN'] }, asAdmin);
  await expectRefused(created.key);
  expect(await names()).not.toContain('Of a creator');
});

test('keys of other accounts are out of reach', async () => {
  const other = await signedInPerson(server.platform, { memberOf: { [theirs]: ['USER', 'ADMIN'] } });
  const asOther = { token: other.token, client: 'theirs' };
  const { apiKey, key } = await create('Not yours');
  expect((await server.call(listApiKeys, {}, asOther)).apiKeys).toEqual([]);
  expect((await server.refused(revokeApiKey, { apiKeyId: apiKey.id }, asOther)).status).toBe(404);
  await server.call(getClient, {}, withKey(key));
});

test('creating and revoking leave audit entries without the key', async () => {
  const { key, apiKey } = await create('On record', 'write');
  await server.call(revokeApiKey, { apiKeyId: apiKey.id }, asAdmin);
  const trail = await server.platform.db.asSystem((tx) =>
    tx.select().from(auditLog).where(eq(auditLog.target, 'On record')).orderBy(auditLog.id),
  );
  expect(trail).toMatchObject([
    { action: 'api-key.created', clientId: ours, actor: admin.email, after: { scope: 'write', prefix: apiKey.prefix } },
    { action: 'api-key.revoked', before: { scope: 'write' } },
  ]);
  expect(JSON.stringify(trail)).not.toContain(key);
});

test('wrong keys are limited per network address, valid ones are not', async () => {
  const { key } = await create('Good');
  await server.platform.db.asSystem((tx) => tx.delete(rateLimits));
  const statuses = [];
  for (let index = 0; index < 52; index++) {
    statuses.push((await server.send(getClient, {}, withKey(index === 0 ? 'qk_short' : generateKey()))).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(50);
  expect(statuses.slice(50)).toEqual([429, 429]);
  await server.call(getClient, {}, withKey(key));
});
