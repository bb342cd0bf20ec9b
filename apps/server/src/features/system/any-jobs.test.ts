import { cancelAnyJob, getSystemOverview, listAnyJobs, retryAnyJob } from '@quarry/contracts';
import { jobs } from '@quarry/postgres/tables/jobs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let staff: Caller;
let clientId: string;

beforeAll(async () => {
  server = await startTestServer();
  clientId = await createTestClient(server.platform, 'ours');
  staff = {
    token: (await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS'] })).token,
  };
});
afterAll(() => server.close());

const add = (values: Partial<typeof jobs.$inferInsert> & { type: string }) =>
  server.platform.db.asSystem(async (tx) => {
    const [row] = await tx
      .insert(jobs)
      .values({ clientId, input: {}, runAfter: new Date(Date.now() + 3_600_000), ...values })
      .returning({ id: jobs.id });
    return row?.id ?? '';
  });

test('staff see the jobs of every account by state, cancel waiting ones and try failed ones again', async () => {
  const waiting = await add({ type: 'dataset-build', requestedBy: 'someone@example.test' });
  const failed = await add({
    type: 'tag-refresh',
    status: 'ERROR',
    error: 'Broken',
    attempt: 3,
    finishedAt: new Date(),
  });
  const final = await add({ type: 'dataset-build', status: 'ERROR', error: 'Broken', finishedAt: new Date() });
  const list = async (state: 'waiting' | 'failed' | 'ended') => server.call(listAnyJobs, { state }, staff);
  expect((await list('waiting')).items).toMatchObject([
    { id: waiting, clientName: 'ours', requestedBy: 'someone@example.test', canCancel: true, canRetry: false },
  ]);
  expect(await list('failed')).toMatchObject({
    items: [
      { id: final, canRetry: false },
      { id: failed, error: 'Broken', canRetry: true },
    ],
    count: 2,
    counts: { waiting: 1, failed: 2 },
  });
  await server.call(cancelAnyJob, { jobId: waiting }, staff);
  expect((await server.refused(cancelAnyJob, { jobId: waiting }, staff)).status).toBe(409);
  expect((await server.refused(retryAnyJob, { jobId: final }, staff)).status).toBe(409);
  await server.call(retryAnyJob, { jobId: failed }, staff);
  await vi.waitFor(async () => {
    const { items } = await list('ended');
    expect(items.map(({ id, status }) => [id, status])).toContainEqual([failed, 'COMPLETE']);
  }, 20_000);
  expect((await server.refused(retryAnyJob, { jobId: 'none' }, staff)).status).toBe(404);
});

test('the overview tells versions, stores with their sizes, and the load', async () => {
  const { overview } = await server.call(getSystemOverview, {}, staff);
  expect(overview.stores).toMatchObject([
    { name: 'PostgreSQL', isReachable: true, version: expect.stringMatching(/^\d+/) },
    { name: 'ClickHouse', isReachable: true, version: expect.stringMatching(/^\d+/) },
  ]);
  expect(overview.stores.every(({ bytes }) => (bytes ?? 0) > 0)).toBe(true);
  expect(overview).toMatchObject({ isReady: true, version: expect.stringMatching(/^\d+\.\d+/) });
  expect(overview.process.cpuSeconds).toBeGreaterThan(0);
});
