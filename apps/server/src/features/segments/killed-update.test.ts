import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded, sql } from '@quarry/clickhouse';
import type { FilterGroup } from '@quarry/filters';
import { eq, sql as postgresSql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { segments } from '@quarry/postgres/tables/segments';
import { tableLedger } from '@quarry/postgres/tables/table-ledger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { datasetBuild } from '#server/features/builds/build-dataset.ts';
import { waitForBuild } from '#server/features/builds/ensure-first-build.ts';
import { COMPANIES } from '#server/features/builds/testing/build-worker.ts';
import { type KillableJobs, openKillableJobs } from '#server/features/builds/testing/killable-jobs.ts';
import { createClient } from '#server/features/client-configs/create-client.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { readSegmentRuns, stays } from '#server/features/datasets/segment-members.ts';
import { requestUpdate } from './request-update.ts';
import { lockClient } from './segment.ts';
import { segmentUpdate } from './update-segments.ts';

const CLIENT = 'killed';
const MIN_EMPLOYEES = 3;
let killable: KillableJobs;

beforeAll(async () => {
  killable = await openKillableJobs([datasetBuild, segmentUpdate]);
});
afterAll(() => killable.close());

const nameHas = (digits: string): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'rule', field: 'name', operator: 'containsText', value: [digits] }],
});

const memberRow = z.object({ segment: z.string(), number: z.number() });

test('kill -9 during updates and builds: every segment has exactly its companies, each in one stay', async () => {
  const { apiJobs, path, worker } = killable;
  const { db } = killable.database;
  const id = await db.asSystem((tx) =>
    createClient(tx, { config: defaultConfig(CLIENT) }, { userId: null, name: 'test' }),
  );
  /** Saves that these segments find the companies with these digits in their name. */
  const save = (digitsByName: Readonly<Record<string, string>>) =>
    db.asClient(id, async (tx) => {
      await lockClient(tx, id);
      for (const [name, digits] of Object.entries(digitsByName)) {
        const values = { filters: nameHas(digits), updateStatus: 'RUNNING' as const };
        await tx
          .insert(segments)
          .values({
            id: name,
            clientId: id,
            name,
            isDynamic: true,
            inclusions: { domains: [] },
            exclusions: { domains: [], segmentIds: [] },
            ...values,
          })
          .onConflictDoUpdate({
            target: segments.id,
            set: { ...values, revision: postgresSql`${segments.revision} + 1` },
          });
      }
      await requestUpdate(tx, apiJobs, id, 'test');
    });
  const isRunning = async () => {
    const rows = await db.asClient(id, (tx) => tx.select({ status: segments.updateStatus }).from(segments));
    return rows.some(({ status }) => status === 'RUNNING');
  };
  const build = () => db.asSystem((tx) => requestBuild(tx, apiJobs, id, {}, 'test'));

  await worker.start();
  await waitForBuild({ jobs: apiJobs }, await build());
  let killed = 0;
  for (const [saved, afterMs] of [
    [{ one: '1', two: '2' }, 20],
    [{ one: '11', three: '3' }, 60],
    [{ two: '22', three: '33' }, 120],
  ] as const) {
    await save(saved);
    await sleep(afterMs);
    if (await isRunning()) killed += 1;
    await worker.kill();
    await worker.start();
    while (await isRunning()) await sleep(20);
  }
  expect(killed).toBeGreaterThan(0);
  const jobId = await build();
  for (let job = await apiJobs.get(jobId); (job?.progress ?? 1) < 0.8; job = await apiJobs.get(jobId)) await sleep(2);
  await worker.kill();
  await worker.start();
  await waitForBuild({ jobs: apiJobs }, jobId);
  await worker.kill();

  const { runs, rows, ledger } = await db.asClient(id, async (tx) => ({
    runs: await readSegmentRuns(tx, id),
    rows: await tx.select().from(segments),
    ledger: await tx.select().from(tableLedger).where(eq(tableLedger.name, 'segment_members')),
  }));
  const [client] = await db.asSystem((tx) => tx.select().from(clients).where(eq(clients.id, id)));
  expect(client?.datasetVersion).toBeGreaterThan(1);
  const warehouse = await openEmbedded({ path });
  const members = await warehouse.rows(
    sql`SELECT toString(segment_id) AS segment, toUInt32(company_id) AS number
      FROM ${stays(CLIENT, runs)} AND removed_at IS NULL`,
    memberRow,
  );
  await warehouse.close();
  expect(rows).toHaveLength(3);
  for (const { id: segment, name, sizeCompanies } of rows) {
    const digits = { one: '11', two: '22', three: '33' }[name] ?? '';
    const found = members.filter((member) => member.segment === segment).map(({ number }) => number);
    const numbers = Array.from({ length: COMPANIES }, (_each, at) => at + 1);
    const expected = numbers.filter((number) => number >= MIN_EMPLOYEES && String(number).includes(digits));
    expect(found.toSorted((one, other) => one - other)).toEqual(expected);
    expect(sizeCompanies).toBe(expected.length);
  }
  expect(ledger.map((record) => record.rows)).toEqual([rows.reduce((sum, { runRows }) => sum + runRows, 0)]);
}, 180_000);
