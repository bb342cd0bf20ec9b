import { eq } from '@quarry/postgres';
import { jobs as jobsTable } from '@quarry/postgres/tables/jobs';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBuilding, requestBuild } from '#server/features/datasets/request-build.ts';
import { requestSourcing } from '#server/features/datasets/request-sourcing.ts';
import { createJobs, type Jobs } from '#server/platform/jobs/jobs.ts';
import { buildDeps } from '#server/testing/build-deps.ts';
import { datasetBuild } from './build-dataset.ts';
import { waitForBuild } from './ensure-first-build.ts';
import { company, openTestWorld, type TestWorld } from './testing/test-world.ts';

let world: TestWorld;
/** Only enqueues, so that waiting jobs keep waiting. */
let apiJobs: Jobs;
let worker: Jobs;

beforeAll(async () => {
  world = await openTestWorld();
  await world.put('companies', [company(1, { country: 'DE' }), company(2, { country: 'FR' })]);
  const log = pino({ level: 'silent' });
  // A build uses no other part of the platform.
  const deps = buildDeps({ db: world.db, warehouse: world.warehouse, log }) as never;
  const parts = { db: world.db, definitions: [datasetBuild], deps, log };
  apiJobs = createJobs({ ...parts, role: 'api' });
  worker = createJobs({ ...parts, role: 'worker', isOnlyWorker: true });
  await apiJobs.start();
});
afterAll(async () => {
  await worker.stop(5000);
  await apiJobs.stop(5000);
  await world.close();
});

const country = (code: string) => ({
  id: 'root',
  combinator: 'and' as const,
  rules: [{ id: 'c', field: 'firmographics/country', operator: 'isOneOf', value: [code] }],
});
const jobsOf = (clientId: string) =>
  world.db.asSystem((tx) => tx.select().from(jobsTable).where(eq(jobsTable.clientId, clientId)));
const request = (clientId: string) =>
  world.db.asClient(clientId, (tx) => requestSourcing(tx, apiJobs, clientId, 'staff'));

test('approvals share a waiting build and get a new one behind a running build', async () => {
  const id = await world.client('approvals', { gfAppFeatureFlags: ['useMarketsForSourcing'] });
  const first = await world.market(id, { name: 'DE', criteria: country('DE') });
  const waiting = await Promise.all([request(id), request(id), request(id)]);
  expect(new Set(waiting).size).toBe(1);
  const [running] = waiting;
  const ordinary = world.db.asSystem((tx) => requestBuild(tx, apiJobs, id, {}, 'somebody'));
  await expect(ordinary).rejects.toMatchObject({ errorCode: 'BUILD_IN_PROGRESS' });
  expect(await world.db.asClient(id, (tx) => isBuilding(tx, id))).toBe(true);
  // As if it had started.
  await world.db.asSystem((tx) => tx.update(jobsTable).set({ status: 'PROCESSING' }).where(eq(jobsTable.id, running)));
  const second = await world.market(id, { name: 'FR', criteria: country('FR') });
  const behind = await Promise.all([request(id), request(id)]);
  expect(new Set([running, ...behind]).size).toBe(2);
  await world.db.asSystem((tx) => tx.update(jobsTable).set({ status: 'WAITING' }).where(eq(jobsTable.id, running)));
  await worker.start();
  for (const job of [running, ...behind]) await waitForBuild({ jobs: worker }, job);
  expect(await world.readMarket(first)).toMatchObject({ isSourcingDue: false, companiesAdded: 1 });
  expect(await world.readMarket(second)).toMatchObject({ isSourcingDue: false, companiesAdded: 1 });
  // Whichever ran first sourced both; the other found nothing to do.
  const ended = await jobsOf(id);
  expect(ended.map(({ status }) => status)).toEqual(['COMPLETE', 'COMPLETE']);
  const messages = new Set(ended.map(({ message }) => message));
  expect(messages).toEqual(new Set(['Complete', 'No market is waiting for companies']));
  expect(await world.db.asClient(id, (tx) => isBuilding(tx, id))).toBe(false);
});

test('a build that waits for its next attempt has already read its markets, so it is not shared', async () => {
  const id = await world.client('resuming');
  const [made] = await world.db.asSystem((tx) =>
    tx
      .insert(jobsTable)
      .values({
        clientId: id,
        type: datasetBuild.type,
        input: {},
        checkpoint: { version: 1 },
        runAfter: new Date(Date.now() + 3_600_000),
      })
      .returning({ id: jobsTable.id }),
  );
  expect(await request(id)).not.toBe(made?.id);
  await expect(request('nobody')).rejects.toMatchObject({ errorCode: 'NOT_FOUND' });
});
