import { sql } from '@quarry/clickhouse';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { jobs as jobsTable } from '@quarry/postgres/tables/jobs';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { createJobs, type Jobs } from '#server/platform/jobs/jobs.ts';
import { buildDeps } from '#server/testing/build-deps.ts';
import { datasetBuild } from './build-dataset.ts';
import { ensureFirstBuild, waitForBuild } from './ensure-first-build.ts';
import { scheduleBuilds } from './schedule-builds.ts';
import { company, openTestWorld, type TestWorld } from './testing/test-world.ts';
import { datasetUpkeep } from './upkeep.ts';

let world: TestWorld;
let jobs: Jobs;
const log = pino({ level: 'silent' });
const COMPANIES = [company(1), company(2)];

beforeAll(async () => {
  world = await openTestWorld();
  await world.put('companies', COMPANIES);
  // A build uses no other part of the platform.
  const deps = buildDeps({ db: world.db, warehouse: world.warehouse, log }) as never;
  jobs = createJobs({
    db: world.db,
    definitions: [datasetBuild, datasetUpkeep],
    deps,
    role: 'all',
    log,
    isOnlyWorker: true,
  });
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop(5000);
  await world.close();
});

const request = (id: string) => world.db.asSystem((tx) => requestBuild(tx, jobs, id, {}, 'test'));

describe('requesting a build', () => {
  test('is refused while another build waits or runs, also for concurrent requests', async () => {
    const id = await world.client('twice');
    const outcomes = await Promise.allSettled([request(id), request(id), request(id)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = outcomes.find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({
      reason: { errorCode: 'BUILD_IN_PROGRESS', message: 'Cant trigger dataset rebuild whilst already in progress' },
    });
    const first = outcomes.find((outcome) => outcome.status === 'fulfilled');
    await waitForBuild({ jobs }, first?.value ?? '');
    await waitForBuild({ jobs }, await request(id));
    const versions = await world.db.asSystem((tx) =>
      tx.select().from(datasetVersions).where(eq(datasetVersions.clientId, id)),
    );
    expect(versions.map(({ status }) => status).toSorted()).toEqual(['READY', 'RETIRED']);
  });

  test('with an invalid config fails with the reason and leaves the old dataset', async () => {
    const id = await world.client('broken');
    await ensureFirstBuild({ db: world.db, jobs }, 'broken');
    const { version } = await world.open(id);
    await world.db.asSystem((tx) =>
      tx
        .update(clients)
        .set({ sourcingCriteria: { id: 'r', combinator: 'and', rules: [] } })
        .where(eq(clients.id, id)),
    );
    await expect(waitForBuild({ jobs }, await request(id))).rejects.toThrow('The config is incorrect');
    expect((await world.open(id)).version).toBe(version);
  });

  test('waits for the first companies, which the demo generates after creating its clients', async () => {
    await world.warehouse.command(sql`TRUNCATE TABLE universe.companies`);
    const id = await world.client('early', { autoSyncEnabled: true });
    const ctx = { db: world.db, warehouse: world.warehouse, enqueue: jobs.enqueue };
    expect(await scheduleBuilds(ctx)).toBe(0);
    await world.put('companies', COMPANIES);
    expect(await scheduleBuilds(ctx)).toBe(1);
    await ensureFirstBuild({ db: world.db, jobs }, 'early');
    const [version] = await world.db.asSystem((tx) =>
      tx.select().from(datasetVersions).where(eq(datasetVersions.clientId, id)),
    );
    expect(version).toMatchObject({ rowCount: COMPANIES.length });
    await world.change('early', { autoSyncEnabled: false });
  });

  test('happens 24 hours after the last start for clients that sync automatically', async () => {
    const id = await world.client('daily', { autoSyncEnabled: true });
    const ctx = { db: world.db, warehouse: world.warehouse, enqueue: jobs.enqueue };
    expect(await scheduleBuilds(ctx)).toBe(1);
    expect(await scheduleBuilds(ctx)).toBe(0);
    await ensureFirstBuild({ db: world.db, jobs }, 'daily');
    const hoursLater = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    expect(await scheduleBuilds(ctx, hoursLater(23.9))).toBe(0);
    expect(await scheduleBuilds(ctx, hoursLater(24.1))).toBe(1);
    const rows = await world.db.asSystem((tx) => tx.select().from(jobsTable).where(eq(jobsTable.clientId, id)));
    for (const row of rows) await waitForBuild({ jobs }, row.id);
  });
});
