import { listSystemProblems } from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedInPerson } from '#server/testing/test-people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('staff see what is wrong until it ends', async () => {
  const { token } = await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT'] });
  const list = () => server.call(listSystemProblems, {}, { token });
  expect(await list()).toEqual({ problems: [] });
  server.platform.problems.report('disk', 'The disk is full.');
  expect(await list()).toEqual({
    problems: [{ id: 'disk', message: 'The disk is full.', since: expect.any(String) }],
  });
  server.platform.problems.settle('disk');
  expect(await list()).toEqual({ problems: [] });
});
