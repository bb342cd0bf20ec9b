import {
  addDatasetField,
  cancelJob,
  computeDataPoints,
  createTag,
  deleteTag,
  getClient,
  listJobs,
  refreshDataset,
  removeDatasetField,
  saveDataBlockConfigs,
  searchCompanies,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForBuild } from '#server/features/builds/ensure-first-build.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let ours: TestClient;
let admin: Caller;
let user: Caller;

beforeAll(async () => {
  server = await startTestServer();
  ours = await buildTestDataset(server.platform, { name: 'ours', companies: 300 });
  const enter = async (...permissions: ('USER' | 'ADMIN')[]) => {
    const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: permissions } });
    return { token, client: ours.name };
  };
  admin = await enter('USER', 'ADMIN');
  user = await enter('USER');
  const dataBlockConfigs = [
    { configId: 'roles', blockName: 'jobs', label: 'Open roles', config: { onlyOpenJobs: true } },
  ];
  await server.call(saveDataBlockConfigs, { dataBlockConfigs }, admin);
}, 120_000);
afterAll(() => server.close());

const account = () => server.call(getClient, {}, admin);
const columns = async () => (await account()).companiesSchema.map(({ fieldName }) => fieldName);
const refusal = async (...[endpoint, input, by = admin]: Parameters<TestServer['refused']>) => {
  const { status, body } = await server.refused(endpoint, input, by);
  return [status, body.errorCode, body.message];
};
const compute = async () => {
  const { jobId } = await server.call(computeDataPoints, {}, admin);
  await waitForBuild(server.platform, jobId);
};

/** Runs `work` while a job of the type waits or runs, which no worker touches. */
async function whileUnfinished(
  job: { readonly type: string; readonly status?: 'WAITING' | 'PROCESSING' },
  work: (jobId: string) => Promise<void>,
): Promise<void> {
  const { db } = server.platform;
  const later = new Date(Date.now() + 3_600_000);
  const [created] = await db.asSystem((tx) =>
    tx
      .insert(jobs)
      .values({ clientId: ours.id, status: 'PROCESSING', input: {}, leaseUntil: later, runAfter: later, ...job })
      .returning({ id: jobs.id }),
  );
  const id = created?.id ?? '';
  await work(id);
  await db.asSystem((tx) => tx.delete(jobs).where(eq(jobs.id, id)));
}

test('a new data point is computed at once, and searches find it', async () => {
  expect(await refusal(computeDataPoints, {})).toEqual([409, 'CONFLICT', 'Every data point is up to date.']);
  const input = { internalName: 'jobs/count', displayName: 'Open roles', configId: 'roles' };
  const { field } = await server.call(addDatasetField, input, admin);
  expect((await refusal(computeDataPoints, {}, user))[0]).toBe(403);
  const before = await account();
  const both = await Promise.all([0, 1].map(() => server.call(computeDataPoints, {}, admin)));
  expect(new Set(both.map(({ jobId }) => jobId)).size).toBe(1);
  await waitForBuild(server.platform, both[0]?.jobId ?? '');
  const after = await account();
  expect(after).toMatchObject({
    pendingFields: [],
    usageCounts: before.usageCounts,
    lastDataSyncCompletedAt: before.lastDataSyncCompletedAt,
    nextBuildDueAt: before.nextBuildDueAt,
  });
  expect(after.datasetVersion).not.toBe(before.datasetVersion);
  expect(after.companiesSchema).toEqual(expect.arrayContaining([field]));
  const rules = [{ id: 'r', field: field.fieldName, operator: 'gte', value: 1 }];
  const filters = { id: 'g', combinator: 'and' as const, rules };
  const { companies } = await server.call(searchCompanies, { filters, parts: ['companies'] }, admin);
  expect(companies.length).toBeGreaterThan(0);
  for (const company of companies) expect(company[field.fieldName]).toBeGreaterThan(0);
}, 60_000);

test('while a build waits or runs, data points are neither computed nor removed', async () => {
  await server.call(addDatasetField, { internalName: 'web_traffic/bounce_rate', displayName: 'Bounces' }, admin);
  await whileUnfinished({ type: 'dataset-build' }, async () => {
    expect((await refusal(computeDataPoints, {}))[1]).toBe('BUILD_IN_PROGRESS');
    expect((await refusal(removeDatasetField, { fieldName: 'bounces' }))[1]).toBe('BUILD_IN_PROGRESS');
    expect(await refusal(refreshDataset, {})).toEqual([
      409,
      'BUILD_IN_PROGRESS',
      'Cant trigger dataset rebuild whilst already in progress',
    ]);
  });
  await whileUnfinished({ type: 'data-points-compute' }, async () => {
    expect((await refusal(removeDatasetField, { fieldName: 'bounces' }))[1]).toBe('BUILD_IN_PROGRESS');
  });
  await server.call(removeDatasetField, { fieldName: 'bounces' }, admin);
});

test('a removed column is hidden at once, comes back when it is added again, and leaves with the next version', async () => {
  const rules = [{ id: 'r', field: 'city', operator: 'exists' }];
  const filters = { id: 'g', combinator: 'and' as const, rules };
  const { talkTrack: tag } = await server.call(createTag, { name: 'In a city', filters }, admin);
  const refused = await server.refused(removeDatasetField, { fieldName: 'city' }, admin);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      message: "This data point is in use and can't be removed. It is used by: “In a city”",
      context: { usedBy: [{ kind: 'tag', id: tag.id, name: 'In a city' }] },
    },
  ]);
  await server.call(deleteTag, { id: tag.id }, admin);
  const before = await account();
  await server.call(removeDatasetField, { fieldName: 'city' }, admin);
  expect(await columns()).not.toContain('city');
  const city = { internalName: 'firmographics/city', displayName: 'Town' };
  await server.call(addDatasetField, city, admin);
  const again = await account();
  expect(again.pendingFields).toEqual([]);
  expect(again.companiesSchema).toEqual(
    before.companiesSchema.map((field) => (field.fieldName === 'city' ? { ...field, displayName: 'Town' } : field)),
  );
  await server.call(removeDatasetField, { fieldName: 'city' }, admin);
  await compute();
  expect(await columns()).not.toContain('city');
  await server.call(addDatasetField, city, admin);
  expect((await account()).pendingFields.map(({ displayName }) => displayName)).toEqual(['Town']);
  await compute();
  expect(await columns()).toContain('town');
}, 60_000);

test('administrators refresh the dataset', async () => {
  expect((await refusal(refreshDataset, {}, user))[0]).toBe(403);
  const { datasetVersion } = await account();
  const { jobId } = await server.call(refreshDataset, {}, admin);
  await waitForBuild(server.platform, jobId);
  expect((await account()).datasetVersion).not.toBe(datasetVersion);
  expect(await refusal(cancelJob, { jobId })).toEqual([409, 'CONFLICT', 'This job has already ended.']);
});

test('administrators cancel jobs that leave everything as it was', async () => {
  const findJob = async (jobId: string, by: Caller) =>
    (await server.call(listJobs, {}, by)).jobs.find(({ id }) => id === jobId);
  await whileUnfinished({ type: 'data-points-compute', status: 'WAITING' }, async (jobId) => {
    expect(await findJob(jobId, user)).toMatchObject({ isOwn: false, canCancel: false });
    expect(await refusal(cancelJob, { jobId }, user)).toEqual([
      403,
      'FORBIDDEN',
      'Only administrators can cancel jobs of others.',
    ]);
    expect((await findJob(jobId, admin))?.canCancel).toBe(true);
    await server.call(cancelJob, { jobId }, admin);
    expect(await findJob(jobId, admin)).toMatchObject({ status: 'CANCELLED', canCancel: false });
  });
  await whileUnfinished({ type: 'tag-refresh' }, async (jobId) => {
    expect((await findJob(jobId, admin))?.canCancel).toBe(false);
    expect((await refusal(cancelJob, { jobId }))[1]).toBe('CONFLICT');
  });
  expect((await refusal(cancelJob, { jobId: 'none' }))[0]).toBe(404);
});
