import { networkInterfaces } from 'node:os';
import { signIn } from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/features/accounts/testing/test-app.ts';

let local: TestApp;
let exposed: TestApp;
beforeAll(async () => {
  local = await openTestApp();
  exposed = await openTestApp({ HOST: '0.0.0.0' });
});
afterAll(() => Promise.all([local.close(), exposed.close()]));

const statusFor = async ({ app }: TestApp, host: string, url = '/api/auth/config') =>
  (await app.inject({ url, headers: { host } })).statusCode;

test.each(['quarry.test', 'QUARRY.test.:8443', 'localhost:4100', 'demo.localhost', '127.0.0.1:4100', '[::1]:4100'])(
  'answers to the public URL and local names: %s',
  async (host) => expect(await statusFor(local, host)).toBe(200),
);

test.each(['evil.example', 'localhost.evil.example', 'localhost@evil.example', '203.0.113.77', 'a b'])(
  'refuses a rebound or foreign name in the contract’s format: %s',
  async (host) => {
    for (const url of ['/api/auth/config', '/', '/api/nothing', '/metrics']) {
      const answer = await local.app.inject({ url, headers: { host } });
      expect([answer.statusCode, answer.json()]).toMatchObject([421, { errorCode: 'MISDIRECTED_REQUEST' }]);
    }
  },
);

test('probes may use any name, such as a container’s', async () => {
  expect(await statusFor(local, 'api-1:4100', '/healthz')).toBe(200);
  expect(await statusFor(local, 'api-1:4100', '/readyz')).not.toBe(421);
});

test('answers to the addresses of its machine only if others may reach it', async () => {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const address = own.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  if (address === undefined) return;
  expect(await statusFor(exposed, `${address}:4100`)).toBe(200);
  expect(await statusFor(exposed, '203.0.113.77')).toBe(421);
  expect(await statusFor(local, address)).toBe(421);
});

test.each([
  [403, { origin: 'https://evil.example' }],
  [403, { origin: 'null' }],
  [403, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  [403, { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }],
  [401, { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:5173' }],
  [401, { origin: 'http://localhost:4100' }],
  [401, { origin: 'http://quarry.test' }],
  [401, {}],
])('a write is answered %i when the browser says %o', async (status, headers) => {
  const answer = await local.app.inject({
    method: signIn.method,
    url: `/api${signIn.path}`,
    headers: { host: 'localhost:4100', ...headers },
    payload: { email: 'nobody@quarry.test', password: 'Wrong-Pass-1!' },
  });
  expect(answer.statusCode).toBe(status);
});
