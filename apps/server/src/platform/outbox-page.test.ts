import { STAFF_PERMISSIONS } from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/features/accounts/testing/test-app.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { outboxPath } from './outbox-page.ts';

let world: TestApp;
let path: string;
beforeAll(async () => {
  world = await openTestApp();
  path = outboxPath(world.platform) ?? 'no outbox';
});
afterAll(() => world.close());

const JSON_PATH = '/api/dev/outbox.json';
const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  world.app.inject({ url, headers, remoteAddress });
const withToken = () => path.replace('outbox?', 'outbox.json?');
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('without the token from the terminal nobody reads the mails', async () => {
  for (const url of [JSON_PATH, '/api/dev/outbox', `${JSON_PATH}?token=`, `${JSON_PATH}?token=${'x'.repeat(43)}`]) {
    expect((await get(url)).statusCode).toBe(401);
  }
});

test('the token opens the page once and moves into a cookie, so that a reload works', async () => {
  const first = await get(path);
  expect([first.statusCode, first.headers.location]).toEqual([302, '/api/dev/outbox']);
  const [cookie] = first.cookies;
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  const page = await get('/api/dev/outbox', { cookie: `${cookie?.name}=${cookie?.value}` });
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
  expect((await get(withToken())).json()).toEqual({ mails: [] });
});

test('even the token opens nothing for other machines, rebound names and callers of a proxy', async () => {
  expect((await get(withToken(), {}, '192.0.2.7')).statusCode).toBe(403);
  expect((await get(withToken(), { host: 'quarry.test' })).statusCode).toBe(403);
  expect((await get(withToken(), { host: 'evil.example' })).statusCode).toBe(421);
  expect((await get(withToken(), { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(403);
});

test('staff read it with their sign-in, members of accounts do not', async () => {
  const staff = await signedInPerson(world.platform, { staffPermissions: STAFF_PERMISSIONS });
  const member = await signedInPerson(world.platform, {});
  expect((await get(JSON_PATH, bearer(staff.token))).statusCode).toBe(200);
  expect((await get(JSON_PATH, bearer(member.token))).statusCode).toBe(403);
  expect((await get(JSON_PATH, bearer('nonsense'))).statusCode).toBe(401);
});

test('an exposed server has none unless asked for by name', async () => {
  const exposed = await openTestApp({ HOST: '0.0.0.0' });
  expect(outboxPath(exposed.platform)).toBeNull();
  expect((await exposed.app.inject({ url: JSON_PATH })).statusCode).toBe(404);
  await exposed.close();
});
