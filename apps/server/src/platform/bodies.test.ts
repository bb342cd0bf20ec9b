import { once } from 'node:events';
import { connect } from 'node:net';
import {
  changePassword,
  confirmNewPassword,
  confirmResetPassword,
  errorBody,
  exchangeOidcCode,
  signIn,
} from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/features/accounts/testing/test-app.ts';
import { signedInPerson } from '#server/testing/test-people.ts';

let world: TestApp;
let port: number;
let token: string;
beforeAll(async () => {
  world = await openTestApp();
  port = Number(new URL(await world.app.listen({ host: '127.0.0.1', port: 0 })).port);
  ({ token } = await signedInPerson(world.platform));
});
afterAll(() => world.close());

/** Sends bytes as they are and returns the answer, read until the server closes the connection. */
async function exchange(bytes: string): Promise<{ status: number; body: unknown }> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}

const announce = (path: string, header = 'content-length: 4000000') =>
  exchange(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${header}\r\n\r\n`);

const post = (path: string, payload: string, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
    // Each its own, because attempts to sign in are limited by address.
    remoteAddress: `10.1.0.${Math.floor(Math.random() * 250)}`,
  });
const asPerson = () => ({ authorization: `Bearer ${token}` });

test('a large body without sign-in is refused before it is sent', async () => {
  const path = `/api${changePassword.path}`;
  expect(await announce(path)).toMatchObject({ status: 401, body: { errorCode: 'UNAUTHENTICATED' } });
  expect(await announce(path, 'transfer-encoding: chunked')).toMatchObject({ status: 401 });
  expect(await announce('/api/nothing')).toMatchObject({ status: 404, body: { errorCode: 'NOT_FOUND' } });
  expect(await announce(`/api${signIn.path}`)).toMatchObject({ status: 413 });
});

test('a broken body without sign-in is not looked at', async () => {
  expect((await post(changePassword.path, '{"broken')).statusCode).toBe(401);
  expect((await post(changePassword.path, '{"broken', asPerson())).statusCode).toBe(400);
});

test('an empty body that calls itself JSON is answered in the contract’s format', async () => {
  const answer = await post(changePassword.path, '', asPerson());
  expect([answer.statusCode, errorBody.strict().safeParse(answer.json()).success]).toEqual([400, true]);
});

test('a public door reads 16 KB and no more', async () => {
  const answer = await post(
    signIn.path,
    JSON.stringify({ email: 'a@b.test', password: 'x', extra: 'y'.repeat(17_000) }),
  );
  expect([answer.statusCode, answer.json()]).toMatchObject([413, { errorCode: 'PAYLOAD_TOO_LARGE' }]);
});

test.each([
  [confirmNewPassword, { challenge: 1024, newPassword: 1024 }],
  [exchangeOidcCode, { code: 1024, state: 1024 }],
  [confirmResetPassword, { email: 320, code: 64, newPassword: 1024 }],
  [signIn, { email: 320, password: 1024 }],
])('the longest legal call of a public door fits: %o', async ({ path }, lengths) => {
  // Escaped, a character takes six bytes.
  const parts = Object.entries(lengths).map(([name, length]) => `"${name}":"${String.raw`\u00e9`.repeat(length)}"`);
  expect((await post(path, `{${parts.join()}}`)).statusCode).not.toBe(413);
});

test.each([
  ['nested too deeply', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['too many values', `[${'0,'.repeat(110_000)}0]`],
  ['too many keys', `{${Array.from({ length: 110_000 }, (_each, index) => `"${index.toString(36)}":0`).join()}}`],
])('a body with values that are %s is refused before its schema sees it', async (_name, extra) => {
  const answer = await post(changePassword.path, `{"extra":${extra}}`, asPerson());
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { errorCode: 'BAD_REQUEST' }]);
});

test.each([
  [431, `GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`],
  [400, 'GET /healthz HTTP/9.9\r\n\r\n'],
  [400, '\u0001\u0002\r\n\r\n'],
  [421, 'GET /api/auth/config HTTP/1.1\r\nconnection: close\r\n\r\n'],
])('a request that cannot be read is answered %i in the contract’s format', async (status, bytes) => {
  const answer = await exchange(bytes);
  expect([answer.status, errorBody.strict().safeParse(answer.body).success]).toEqual([status, true]);
});

test('slow headers and bodies are cut off', () => {
  const { headersTimeout, requestTimeout, timeout, maxConnections } = world.app.server;
  for (const limit of [headersTimeout, requestTimeout, timeout, maxConnections]) expect(limit).toBeGreaterThan(0);
  expect(headersTimeout).toBeLessThan(requestTimeout);
});

test('characters that cannot be stored are as good as no cookie', async () => {
  for (const value of ['%00', 'a%00b.c', 'x'.repeat(5_000)]) {
    for (const path of ['/auth/refresh', '/auth/sign-out']) {
      expect((await post(path, '{}', { cookie: `quarry_refresh=${value}` })).statusCode).toBeLessThan(500);
    }
  }
});
