import { ident, sql, uint } from '@quarry/clickhouse';
import { createSegment, getSegment, searchCompanies, updateSegment } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { and, eq, inArray } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { segments } from '@quarry/postgres/tables/segments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { waitForBuild } from '#server/features/builds/ensure-first-build.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { segmentMembersTable } from '#server/features/datasets/segment-members.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { dropOldRuns } from './drop-old-runs.ts';
import { settleAbandoned } from './settle-abandoned.ts';
import { untilComputed } from './testing/until-computed.ts';
import { segmentUpdate } from './update-segments.ts';

let server: TestServer;
let caller: Caller;
let ours: TestClient;

const DAY_MS = 86_400_000;
const atLeast = (employees: number): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'rule', field: 'employee_count', operator: 'gte', value: employees }],
});
const countOf = async (filters: FilterGroup) =>
  (await server.call(searchCompanies, { filters, parts: ['companies'], limit: 1 }, caller)).companiesCnt;

beforeAll(async () => {
  server = await startTestServer();
  ours = await buildTestDataset(server.platform, { name: 'ours', companies: 400 });
  const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: ['USER'] } });
  caller = { token, client: ours.name };
}, 120_000);
afterAll(() => server.close());

/** Keeps the server from updating segments, like a long run, until the returned function ends it with a status. */
async function holdUpdates(): Promise<(status: 'COMPLETE' | 'CANCELLED') => Promise<void>> {
  const { db } = server.platform;
  const [held] = await db.asClient(ours.id, (tx) =>
    tx
      .insert(jobs)
      .values({
        clientId: ours.id,
        type: segmentUpdate.type,
        input: {},
        status: 'PROCESSING',
        attempt: 1,
        concurrencyKey: ours.id,
        workerId: 'elsewhere',
        leaseUntil: new Date(Date.now() + 600_000),
      })
      .returning({ id: jobs.id }),
  );
  return async (status) => {
    await db.asClient(ours.id, (tx) =>
      tx
        .update(jobs)
        .set({ status, workerId: null, leaseUntil: null, finishedAt: new Date() })
        .where(eq(jobs.id, held?.id ?? '')),
    );
  };
}

test('runs are dropped a day after another one replaced them, and with their segment', async () => {
  const { db, warehouse } = server.platform;
  const { database, name } = segmentMembersTable(ours.name);
  const countRuns = async () => {
    const statement = sql`SELECT toUInt32(uniqExact(run)) AS runs FROM ${ident(database, name)}`;
    const [found] = await warehouse.rows(statement, z.object({ runs: z.number() }));
    return found?.runs;
  };
  const { item } = await server.call(createSegment, { name: 'Kept', filters: atLeast(10) }, caller);
  await untilComputed(server, caller, item.id);
  await server.call(updateSegment, { segmentId: item.id, name: 'Kept', filters: atLeast(20) }, caller);
  await untilComputed(server, caller, item.id);
  expect(await countRuns()).toBe(2);
  expect(await dropOldRuns({ db, warehouse }, new Date(Date.now() + DAY_MS / 2))).toBe(0);
  expect(await dropOldRuns({ db, warehouse }, new Date(Date.now() + 3 * DAY_MS))).toBe(1);
  expect(await countRuns()).toBe(1);
  const { sizeCompanies } = (await server.call(getSegment, { segmentId: item.id }, caller)).item;
  expect(sizeCompanies).toBe(await countOf(atLeast(20)));
  await db.asClient(ours.id, (tx) => tx.delete(segments).where(eq(segments.id, item.id)));
  expect(await dropOldRuns({ db, warehouse }, new Date(Date.now() + 3 * DAY_MS))).toBe(1);
});

test('a run that segments share is dropped once all of them have another one', async () => {
  const { db, warehouse } = server.platform;
  const end = await holdUpdates();
  const one = (await server.call(createSegment, { name: 'Shared', filters: atLeast(10) }, caller)).item.id;
  const other = (await server.call(createSegment, { name: 'Shared too', filters: atLeast(15) }, caller)).item.id;
  await end('COMPLETE');
  for (const id of [one, other]) await untilComputed(server, caller, id);
  const found = await db.asClient(ours.id, (tx) =>
    tx
      .select({ run: segments.run })
      .from(segments)
      .where(inArray(segments.id, [one, other])),
  );
  const shared = found[0]?.run ?? Number.NaN;
  expect(found).toEqual([{ run: shared }, { run: shared }]);
  const { database, name } = segmentMembersTable(ours.name);
  const isLeft = async () => {
    await dropOldRuns({ db, warehouse }, new Date(Date.now() + 3 * DAY_MS));
    const statement = sql`SELECT toUInt32(count()) AS stays FROM ${ident(database, name)} WHERE run = ${uint(shared)}`;
    const [counted] = await warehouse.rows(statement, z.object({ stays: z.number() }));
    return (counted?.stays ?? 0) > 0;
  };
  const replace = async (segmentId: string, segmentName: string) => {
    await server.call(updateSegment, { segmentId, name: segmentName, filters: atLeast(20) }, caller);
    await untilComputed(server, caller, segmentId);
  };
  await replace(one, 'Shared');
  expect(await isLeft()).toBe(true);
  await replace(other, 'Shared too');
  expect(await isLeft()).toBe(false);
});

test('a cancelled update says so and keeps the companies; one that was lost is requested again', async () => {
  const { platform } = server;
  const { item } = await server.call(createSegment, { name: 'Cancelled', filters: atLeast(10) }, caller);
  const { sizeCompanies } = await untilComputed(server, caller, item.id);
  const save = (employees: number) =>
    server.call(updateSegment, { segmentId: item.id, name: 'Cancelled', filters: atLeast(employees) }, caller);
  const waiting = and(eq(jobs.type, segmentUpdate.type), eq(jobs.status, 'WAITING'));
  const enqueue = platform.jobs.enqueue;
  for (const status of ['CANCELLED', 'COMPLETE'] as const) {
    const end = await holdUpdates();
    await save(50);
    await platform.db.asClient(ours.id, (tx) => tx.delete(jobs).where(waiting));
    await end(status);
    await settleAbandoned({ db: platform.db, enqueue });
    const settled = await untilComputed(server, caller, item.id);
    expect(settled).toMatchObject(
      status === 'CANCELLED'
        ? { updateStatus: 'ERROR', problem: expect.stringContaining('cancelled'), sizeCompanies }
        : { updateStatus: 'COMPLETE', problem: null, sizeCompanies: await countOf(atLeast(50)) },
    );
  }
});

test('saves that come while others wait: the last one counts', async () => {
  const { item } = await server.call(createSegment, { name: 'Often', filters: atLeast(1) }, caller);
  const save = (employees: number) =>
    server.call(updateSegment, { segmentId: item.id, name: 'Often', filters: atLeast(employees) }, caller);
  const end = await holdUpdates();
  await Promise.all(Array.from({ length: 20 }, (_each, at) => save(at)));
  await save(120);
  await end('COMPLETE');
  expect((await untilComputed(server, caller, item.id)).sizeCompanies).toBe(await countOf(atLeast(120)));
});

test('a static segment that is refreshed during a build is right in the new version', async () => {
  const { platform } = server;
  const { item } = await server.call(createSegment, { name: 'During a build', filters: atLeast(10) }, caller);
  await untilComputed(server, caller, item.id);
  const jobId = await platform.db.asSystem((tx) => requestBuild(tx, platform.jobs, ours.id, {}, 'test'));
  for (let employees = 11; (await platform.jobs.get(jobId))?.status !== 'COMPLETE'; employees += 1) {
    const filters = atLeast(employees);
    await server.call(updateSegment, { segmentId: item.id, name: 'During a build', filters }, caller);
    await untilComputed(server, caller, item.id);
  }
  await waitForBuild(platform, jobId);
  const { filters, sizeCompanies } = await untilComputed(server, caller, item.id);
  if (filters === null) throw new Error('The segment has lost its filters');
  expect(sizeCompanies).toBe(await countOf(filters));
});
