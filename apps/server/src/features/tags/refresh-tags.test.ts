import { randomUUID } from 'node:crypto';
import { renderInline, type Warehouse } from '@quarry/clickhouse';
import { createTag, searchCompanies, type Tag, updateTag } from '@quarry/contracts';
import type { FilterGroup, RuleValue } from '@quarry/filters';
import { and, eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { jobs } from '@quarry/postgres/tables/jobs';
import { tags } from '@quarry/postgres/tables/tags';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { waitForBuild } from '#server/features/builds/ensure-first-build.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { scheduleRefreshes } from '#server/features/tags/schedule-refreshes.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { findMerges, holdMerges } from './derive-tags.sql.ts';
import { refreshTags, tagRefresh } from './refresh-tags.ts';
import { untilFresh } from './testing/until-fresh.ts';

let server: TestServer;
let ours: TestClient;
let caller: Caller;

const rule = (field: string, operator: string, value?: RuleValue): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'rule', field, operator, value }],
});
const atLeast = (employees: number) => rule('employee_count', 'gte', employees);
const carries = (tagId: string) => rule('__tags', 'containsAnyOf', [tagId]);
const countOf = async (filters: FilterGroup) =>
  (await server.call(searchCompanies, { filters, parts: ['companies'], limit: 1 }, caller)).companiesCnt;
const make = async (name: string, filters: FilterGroup): Promise<Tag> =>
  (await server.call(createTag, { name, filters }, caller)).talkTrack;
const edit = (id: string, filters: FilterGroup) => server.call(updateTag, { id, filters }, caller);
const allFresh = () => untilFresh(server, caller);
const asClient: TestServer['platform']['db']['asClient'] = (...given) => server.platform.db.asClient(...given);

async function build(): Promise<void> {
  const { platform } = server;
  const jobId = await platform.db.asSystem((tx) => requestBuild(tx, platform.jobs, ours.id, {}, 'test'));
  await waitForBuild(platform, jobId);
}

/** A run of a refresh in which `meanwhile` happens once, just before tags are written. */
function interrupted(meanwhile: () => Promise<unknown>): JobContext {
  const { platform } = server;
  let isDue = true;
  const warehouse: Warehouse = {
    ...platform.warehouse,
    async command(statement, options) {
      if (isDue && renderInline(statement).includes('UPDATE __tags')) {
        isDue = false;
        await meanwhile();
      }
      return platform.warehouse.command(statement, options);
    },
  };
  return {
    ...platform,
    warehouse,
    jobId: randomUUID(),
    clientId: ours.id,
    signal: new AbortController().signal,
    attempt: 1,
    checkpoint: null,
    saveCheckpoint: () => Promise.resolve(),
    progress: () => undefined,
    throwIfCancelled: () => undefined,
    enqueue: (...given) => platform.jobs.enqueue(...given),
  };
}

/** Keeps the server from refreshing tags, as a run that takes long does, until the answer is called. */
async function holdRefreshes(): Promise<() => Promise<void>> {
  const leaseUntil = new Date(Date.now() + 600_000);
  const [held] = await asClient(ours.id, (tx) =>
    tx
      .insert(jobs)
      .values({
        clientId: ours.id,
        type: tagRefresh.type,
        input: {},
        status: 'PROCESSING',
        attempt: 1,
        concurrencyKey: ours.id,
        workerId: 'elsewhere',
        leaseUntil,
      })
      .returning({ id: jobs.id }),
  );
  return async () => {
    await asClient(ours.id, (tx) =>
      tx
        .update(jobs)
        .set({ status: 'COMPLETE', workerId: null, leaseUntil: null, finishedAt: new Date() })
        .where(eq(jobs.id, held?.id ?? '')),
    );
  };
}

const countJobs = (status: 'WAITING' | 'PROCESSING' | 'COMPLETE') =>
  asClient(ours.id, (tx) =>
    tx.$count(jobs, and(eq(jobs.clientId, ours.id), eq(jobs.type, tagRefresh.type), eq(jobs.status, status))),
  );

beforeAll(async () => {
  server = await startTestServer();
  ours = await buildTestDataset(server.platform, { name: 'ours', companies: 400 });
  const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: ['USER'] } });
  caller = { token, client: ours.name };
}, 120_000);
afterAll(() => server.close());

describe('edits', () => {
  test('during a run: the newest filter wins, and until then the old members stay', async () => {
    const made = await make('Edited while it runs', atLeast(5));
    await allFresh();
    const before = await countOf(atLeast(5));
    const release = await holdRefreshes();
    await edit(made.id, atLeast(50));
    let seen = -1;
    await refreshTags(
      interrupted(async () => {
        seen = await countOf(carries(made.id));
        await edit(made.id, atLeast(300));
      }),
    );
    expect(seen).toBe(before);
    const [row] = await asClient(ours.id, (tx) => tx.select().from(tags).where(eq(tags.id, made.id)));
    const found = await countOf(atLeast(300));
    expect(found).toBeGreaterThan(0);
    expect(row).toMatchObject({ processingStatus: 'Fresh', companyCount: found, revision: 3 });
    expect(await countOf(carries(made.id))).toBe(found);
    await release();
  }, 30_000);

  test('a hundred at once: one run waits for all of them, and the last is what it finds', async () => {
    const made = await make('Edited a hundred times', atLeast(1));
    await allFresh();
    const release = await holdRefreshes();
    await Promise.all(Array.from({ length: 100 }, (_each, at) => edit(made.id, atLeast(at))));
    expect(await countJobs('WAITING')).toBe(1);
    const { talkTrack: last } = await edit(made.id, atLeast(120));
    expect(last.processingStatus).toBe('Waiting');
    await release();
    const fresh = (await allFresh()).get(made.id);
    expect(fresh).toMatchObject({ filters: atLeast(120), companyCount: await countOf(atLeast(120)) });
    expect(await countOf(carries(made.id))).toBe(fresh?.companyCount);
  }, 60_000);
});

describe('a build', () => {
  test('in the middle of a run: the tags of the version that it swaps in are right as well', async () => {
    const made = await make('Swapped away', atLeast(10));
    await allFresh();
    const release = await holdRefreshes();
    await edit(made.id, atLeast(80));
    await refreshTags(
      interrupted(async () => {
        await build();
        await edit(made.id, atLeast(90));
      }),
    );
    const found = await countOf(atLeast(90));
    expect((await allFresh()).get(made.id)?.companyCount).toBe(found);
    expect(await countOf(carries(made.id))).toBe(found);
    await release();
  }, 60_000);

  test('finds all members anew, also of tags on tags', async () => {
    const base = await make('Base', atLeast(40));
    const user = await make('User', carries(base.id));
    await allFresh();
    const release = await holdRefreshes();
    await build();
    const found = await countOf(atLeast(40));
    const fresh = await allFresh();
    for (const { id } of [base, user]) {
      expect(fresh.get(id)).toMatchObject({ companyCount: found, problem: null });
      expect(await countOf(carries(id))).toBe(found);
    }
    await release();
  }, 60_000);

  test('that no longer has a field leaves the last members and names the field', async () => {
    const broken = await make('By industry', rule('industry', 'exists'));
    const sound = await make('By size', { ...atLeast(25), rules: [...atLeast(25).rules, ...carries(broken.id).rules] });
    await allFresh();
    const members = await countOf(carries(broken.id));
    const both = await countOf(carries(sound.id));
    expect(members).toBeGreaterThan(both);
    const setFields = (keep: (externalName: unknown) => boolean) =>
      server.platform.db.asSystem(async (tx) => {
        const [row] = await tx.select().from(clients).where(eq(clients.id, ours.id));
        const all = row?.fieldDefinitions as { externalName: string }[];
        const fieldDefinitions = all.filter(({ externalName }) => keep(externalName));
        await tx.update(clients).set({ fieldDefinitions }).where(eq(clients.id, ours.id));
        return all;
      });
    const all = await setFields((name) => name !== 'industry');
    await build();
    await build();
    const after = await allFresh();
    expect(after.get(broken.id)).toMatchObject({ processingStatus: 'Fresh', companyCount: members });
    expect(after.get(broken.id)?.problem).toContain('“industry”');
    expect(await countOf(carries(broken.id))).toBe(members);
    expect(after.get(sound.id)).toMatchObject({ companyCount: both, problem: null });
    const refused = await server.refused(updateTag, { id: broken.id, filters: rule('industry', 'exists') }, caller);
    expect(refused.body.errorCode).toBe('INVALID_FILTER');

    await server.platform.db.asSystem((tx) =>
      tx.update(clients).set({ fieldDefinitions: all }).where(eq(clients.id, ours.id)),
    );
    await build();
    expect((await allFresh()).get(broken.id)).toMatchObject({ companyCount: members, problem: null });
  }, 60_000);
});

test('a refresh that was given up is requested again', async () => {
  const made = await make('Forgotten', atLeast(15));
  await allFresh();
  // A run is over a moment after its tags are Fresh; one that still runs is no run that was given up.
  const live = async () => (await countJobs('WAITING')) + (await countJobs('PROCESSING'));
  await expect.poll(live, { timeout: 20_000 }).toBe(0);
  await asClient(ours.id, (tx) =>
    tx.update(tags).set({ processingStatus: 'Running', companyCount: null }).where(eq(tags.id, made.id)),
  );
  await scheduleRefreshes({ db: server.platform.db, enqueue: (...given) => server.platform.jobs.enqueue(...given) });
  expect((await allFresh()).get(made.id)?.companyCount).toBe(await countOf(atLeast(15)));
}, 60_000);

test('what a run that was killed held back of merges is let go by the next', async () => {
  const { warehouse, db } = server.platform;
  const [client] = await db.asSystem((tx) => tx.select().from(clients).where(eq(clients.id, ours.id)));
  const { database, dataset: name } = datasetTables(ours.name, client?.datasetVersion ?? 0);
  const held = async () =>
    (await warehouse.rows(findMerges({ database, name }), z.object({ held: z.number() })))[0]?.held;
  expect(await held()).toBe(0);
  await warehouse.command(holdMerges({ database, name }));
  expect(await held()).toBe(1);
  const made = await make('After a killed run', atLeast(35));
  const found = await countOf(atLeast(35));
  expect((await allFresh()).get(made.id)?.companyCount).toBe(found);
  expect(await countOf(carries(made.id))).toBe(found);
  expect(await held()).toBe(0);
});
