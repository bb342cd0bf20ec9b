import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/features/accounts/testing/test-app.ts';

const TOKEN = 'monitoring-token-of-the-tests';
const PATHS = ['/metrics', '/api/openapi.json', '/api/docs/', '/api/docs/json'];

let world: TestApp;
let guarded: TestApp;
let production: TestApp;
beforeAll(async () => {
  world = await openTestApp();
  guarded = await openTestApp({ QUARRY_MONITORING_TOKEN: TOKEN });
  production = await openTestApp({
    NODE_ENV: 'production',
    QUARRY_SECRET_KEY: 'k'.repeat(32),
    MAIL: 'off',
    LOG_LEVEL: 'silent',
  });
});
afterAll(() => Promise.all([world.close(), guarded.close(), production.close()]));

const statuses = async ({ app }: TestApp, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  new Set(await Promise.all(PATHS.map(async (url) => (await app.inject({ url, headers, remoteAddress })).statusCode)));
const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`;

test('without a token, metrics and API docs are for this machine in development', async () => {
  expect(await statuses(world)).toEqual(new Set([200]));
  expect(await statuses(world, {}, '192.0.2.7')).toEqual(new Set([403]));
  expect(await statuses(world, { 'x-forwarded-for': '127.0.0.1' })).toEqual(new Set([403]));
  expect(await statuses(production)).toEqual(new Set([403]));
});

test('with a token they ask everybody for it, as a bearer token or the password that a browser asks for', async () => {
  expect(await statuses(guarded)).toEqual(new Set([401]));
  for (const authorization of ['Bearer wrong', basic('wrong'), basic(`${TOKEN}x`), 'Basic !!!', TOKEN]) {
    expect(await statuses(guarded, { authorization })).toEqual(new Set([401]));
  }
  const { headers } = await guarded.app.inject({ url: '/api/docs/' });
  expect(headers['www-authenticate']).toMatch(/^Basic /);
  for (const authorization of [`Bearer ${TOKEN}`, basic(TOKEN)]) {
    expect(await statuses(guarded, { authorization }, '192.0.2.7')).toEqual(new Set([200]));
  }
});
