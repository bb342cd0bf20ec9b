import { setTimeout as sleep } from 'node:timers/promises';
import { listTables } from '@quarry/clickhouse';
import { type ExportItem, exportConfig, getExport, listExports, searchCompanies, startExport } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropRetiredVersions, GRACE_MS } from '#server/features/builds/drop-retired-versions.ts';
import { setConfig } from '#server/features/client-configs/set-config.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { datasetDatabase } from '#server/features/datasets/table.ts';
import type { Caller } from '#server/testing/test-server.ts';
import { dropOrphanedRows } from './drop-orphaned-rows.ts';
import { planExport } from './export-plan.ts';
import { readClient } from './freeze-rows.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { type ExportsWorld, openExportsWorld, readStrictCsv } from './testing/exports-world.ts';

let world: ExportsWorld;
let user: Caller;
let admin: Caller;

beforeAll(async () => {
  world = await openExportsWorld();
  const client = world.client.name;
  user = { token: world.user.token, client };
  admin = { token: world.admin.token, client };
}, 120_000);
afterAll(() => world.close());

type Config = Parameters<typeof world.server.call<typeof startExport>>[1]['exportConfig'];

const start = async (config: Config): Promise<ExportItem> =>
  (await world.server.call(startExport, { exportType: 'DATASET', exportConfig: config }, user)).export;

/** The first column of a complete export's file. */
async function exportedIds(id: string): Promise<string[]> {
  for (;;) {
    const item = (await world.server.call(getExport, { id }, user)).export;
    if (item.status === 'COMPLETE') break;
    expect(['WAITING', 'PROCESSING']).toContain(item.status);
    await sleep(20);
  }
  const texts = await world.texts(id);
  return texts.flatMap((text) => readStrictCsv(text.slice(1)).slice(1)).map(([first]) => first ?? '');
}

async function page(offset: number, limit: number, sortby = '__quality_score') {
  const search = { offset, limit, sortby, parts: ['companies' as const] };
  return (await world.server.call(searchCompanies, search, user)).companies;
}

/** Keeps exports of the account waiting until the returned function is called. */
async function holdExports(): Promise<() => Promise<void>> {
  const { db } = world.server.platform;
  const [running] = await db.asSystem((tx) =>
    tx
      .insert(jobs)
      .values({
        clientId: world.client.id,
        type: 'csv-export',
        input: {},
        status: 'PROCESSING',
        concurrencyKey: world.client.id,
        workerId: 'another process',
        leaseUntil: new Date(Date.now() + 3_600_000),
      })
      .returning({ id: jobs.id }),
  );
  return async () => {
    await db.asSystem((tx) => tx.delete(jobs).where(eq(jobs.id, running?.id ?? '')));
  };
}

/** Builds a version with a single company and drops the one before. */
async function shrinkDataset(domain: string): Promise<void> {
  const { platform } = world.server;
  const jobId = await platform.db.asSystem(async (tx) => {
    const changes = { isCalibrationModeEnabled: true, calibrationModeCompanies: [domain] };
    await setConfig(tx, world.client.name, changes, { userId: null, name: 'test' });
    return requestBuild(tx, platform.jobs, world.client.id, {}, 'test');
  });
  await expect
    .poll(async () => (await platform.jobs.get(jobId))?.status, { timeout: 60_000, interval: 50 })
    .toBe('COMPLETE');
  await dropRetiredVersions(platform, { now: new Date(Date.now() + GRACE_MS + 1000) });
}

test('exports exactly the chosen companies, in the order of the table', async () => {
  const onTwoPages = [...(await page(0, 30)), ...(await page(200, 7))].map((row) => row.__company_id);
  for (const sortby of ['__quality_score', 'name']) {
    const ordered = (await Promise.all([0, 100, 200, 300].map((offset) => page(offset, 100, sortby)))).flat();
    const { id } = await start({ columns: ['__company_id'], sortby, companyIds: onTwoPages });
    const expected = ordered.map((row) => row.__company_id).filter((company) => onTwoPages.includes(company));
    expect(await exportedIds(id)).toEqual(expected);
    expect(expected).toHaveLength(37);
  }
});

test('a choice narrows the search that it comes with, and ids from elsewhere find nothing', async () => {
  const [best] = await page(0, 1);
  const companyIds = [best?.__company_id ?? '', '1'];
  expect(await exportedIds((await start({ columns: ['__company_id'], companyIds })).id)).toEqual([best?.__company_id]);
  const elsewhere = { columns: ['__company_id'], companyIds, search: 'no company is called this' };
  expect(await exportedIds((await start(elsewhere)).id)).toEqual([]);
  for (const wrong of [[], ['-1'], ['x'], Array.from({ length: 10_001 }, (_, at) => String(at))]) {
    const input = { exportType: 'DATASET', exportConfig: { companyIds: wrong } };
    expect((await world.server.refused(startExport, input, user)).status).toBe(422);
  }
});

test('lists say how many companies were chosen, without their ids', async () => {
  const companyIds = (await page(0, 3)).map((row) => row.__company_id);
  const { id } = await start({ columns: ['__company_id'], companyIds });
  const { items } = await world.server.call(listExports, {}, admin);
  expect(items.find((item) => item.id === id)).toMatchObject({
    chosenCompanies: 3,
    exportConfig: { companyIds: null },
  });
  const { export: item } = await world.server.call(getExport, { id }, user);
  expect(item).toMatchObject({ chosenCompanies: 3, exportConfig: { companyIds } });
  expect(await exportedIds(id)).toHaveLength(3);
});

test('a snapshot without an export is dropped, those of waiting exports are not', async () => {
  const { platform } = world.server;
  const release = await holdExports();
  const waiting = await start({ columns: ['__company_id'] });
  const client = await readClient(platform, world.client.id);
  const read = <T>(query: Parameters<typeof platform.db.asClient<T>>[1]) => platform.db.asClient(client.id, query);
  const config = exportConfig.parse(waiting.exportConfig);
  const plan = await planExport({ client, read, caches: platform.caches }, 'DATASET', config);
  const options = { lane: 'jobs', signal: new AbortController().signal } as const;
  const orphan = await takeSnapshot(platform, client.name, '00000000-0000-4000-8000-000000000000', plan, options);
  const tables = () => listTables(platform.warehouse, datasetDatabase(client.name));
  await dropOrphanedRows(platform, new Date(Date.now() - 60_000));
  expect(await tables()).toContain(orphan.table.name);
  const before = await tables();
  await dropOrphanedRows(platform, new Date(Date.now() + 60_000));
  expect(await tables()).toEqual(before.filter((name) => name !== orphan.table.name));
  await release();
  expect((await exportedIds(waiting.id)).length).toBeGreaterThan(200);
});

test('rows are those at the moment of the call, also if a build swaps the dataset before the export starts', async () => {
  const [best] = await page(0, 1);
  const all = (await Promise.all([0, 100, 200, 300].map((offset) => page(offset, 100)))).flat();
  const release = await holdExports();
  const byQuality = await start({ columns: ['__company_id'] });
  const byName = await start({ columns: ['__company_id'], sortby: 'name', sortdirection: 'asc' });
  await shrinkDataset(best?.__domain ?? '');
  expect(await page(0, 100)).toHaveLength(1);
  await release();
  expect(await exportedIds(byQuality.id)).toEqual(all.map((row) => row.__company_id));
  expect(new Set(await exportedIds(byName.id))).toEqual(new Set(all.map((row) => row.__company_id)));
  await expect.poll(() => world.frozenTables()).toEqual([]);
});
