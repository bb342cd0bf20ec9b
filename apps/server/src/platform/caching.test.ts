import { getAuthConfig, getClient, getUser, saveClientSettings } from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/features/accounts/testing/test-app.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';

let world: TestApp;
let token: string;
beforeAll(async () => {
  world = await openTestApp();
  const client = await createTestClient(world.platform, 'acme');
  ({ token } = await signedInPerson(world.platform, { memberOf: { [client]: ['USER', 'ADMIN'] } }));
});
afterAll(() => world.close());

const call = ({ method, path }: { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string }, etag?: string) =>
  world.app.inject({
    method,
    url: `/api${path}?client=acme`,
    headers: { authorization: `Bearer ${token}`, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
    ...(method === 'GET' ? {} : { payload: {} }),
  });

test('a read may be kept by its browser, which asks each time if it still holds', async () => {
  const first = await call(getClient);
  expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  const etag = String(first.headers.etag);
  const again = await call(getClient, `"other", ${etag}`);
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  expect(again.headers['content-length']).toBeUndefined();
  expect((await call(getClient, 'W/"other"')).body).toBe(first.body);
});

test('answers with tokens, to writes and of errors are not kept', async () => {
  const answers = [
    await call(getAuthConfig),
    await call(getUser),
    await call(saveClientSettings),
    await call({ method: 'GET', path: '/nothing' }),
  ];
  expect(answers.map(({ headers }) => [headers['cache-control'], headers.etag])).toEqual(
    answers.map(() => ['no-store', undefined]),
  );
});

test('no page of the app may use the camera and the like', async () => {
  expect((await call(getUser)).headers['permissions-policy']).toContain('camera=()');
});
