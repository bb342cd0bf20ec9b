import { triggerBuild } from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('staff build a dataset in spite of a loss, once at a time', async () => {
  const { token } = await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS'] });
  await createTestClient(server.platform, 'lossy', []);
  const { executionId } = await server.call(triggerBuild, { name: 'lossy', acceptLoss: true }, { token });
  expect(await server.platform.jobs.get(executionId)).toMatchObject({
    type: 'dataset-build',
    input: { resetDataset: false, acceptLoss: true },
  });
  const unknown = await server.refused(triggerBuild, { name: 'nobody' }, { token });
  expect(unknown).toMatchObject({ status: 404, body: { errorCode: 'NOT_FOUND' } });
});
