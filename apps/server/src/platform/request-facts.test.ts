import { getAuthConfig } from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIdentity } from '#server/features/accounts/identity/create-identity.ts';
import { openTestApp, type TestApp } from '#server/features/accounts/testing/test-app.ts';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { door } from './mount.ts';

let world: TestApp;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());

/** A door that answers with the caller's address, as limits on attempts see it, and sets a cookie. */
const tellAddress = door(getAuthConfig, async ({ request }) => {
  request.setCookie('probe', 'x', new Date(Date.now() + 60_000));
  return { provider: 'builtin' as const, authorizeUrl: request.ip };
});

async function askFrom(remoteAddress: string, headers: Record<string, string>, changes: Partial<Config> = {}) {
  const platform = { ...world.platform, config: { ...world.platform.config, ...changes } };
  const app = await buildApp({ platform, identity: createIdentity(platform), doors: [tellAddress], webRoot: null });
  const answer = await app.inject({ url: `/api${getAuthConfig.path}`, remoteAddress, headers });
  await app.close();
  return { ip: getAuthConfig.output.parse(answer.json()).authorizeUrl, cookie: answer.cookies[0] };
}

const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.4' };
const { trustedProxies } = readConfig({ QUARRY_TRUSTED_PROXIES: '10.1.0.0/16' });

test('a caller cannot choose its address: nobody’s forwarded headers are believed by default', async () => {
  expect((await askFrom('192.0.2.7', forwarded)).ip).toBe('192.0.2.7');
  expect((await askFrom('127.0.0.1', forwarded, { mode: 'production' })).ip).toBe('127.0.0.1');
});

test('a trusted proxy names its caller, and nobody beyond it does', async () => {
  expect((await askFrom('10.1.2.3', forwarded, { trustedProxies })).ip).toBe('198.51.100.4');
  expect((await askFrom('::ffff:10.1.2.3', forwarded, { trustedProxies })).ip).toBe('198.51.100.4');
  expect((await askFrom('10.2.0.1', forwarded, { trustedProxies })).ip).toBe('10.2.0.1');
});

test('cookies are Secure if people open the app over HTTPS, whatever a request says', async () => {
  const claimsHttps = { 'x-forwarded-proto': 'https' };
  expect((await askFrom('10.1.2.3', claimsHttps, { trustedProxies })).cookie?.secure).toBeUndefined();
  const changes = { publicUrl: 'https://quarry.test' };
  expect((await askFrom('127.0.0.1', {}, changes)).cookie).toMatchObject({ secure: true, sameSite: 'Strict' });
});
