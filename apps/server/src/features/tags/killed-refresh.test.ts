import { setTimeout as sleep } from 'node:timers/promises';
import { ident, openEmbedded, sql } from '@quarry/clickhouse';
import type { FilterGroup } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { tags } from '@quarry/postgres/tables/tags';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { datasetBuild } from '#server/features/builds/build-dataset.ts';
import { waitForBuild } from '#server/features/builds/ensure-first-build.ts';
import { type KillableJobs, openKillableJobs } from '#server/features/builds/testing/killable-jobs.ts';
import { createClient } from '#server/features/client-configs/create-client.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { tagRefresh } from './refresh-tags.ts';
import { requestRefresh } from './request-refresh.ts';
import { lockTags } from './tag.ts';

const CLIENT = 'killed';
let killable: KillableJobs;

beforeAll(async () => {
  killable = await openKillableJobs([datasetBuild, tagRefresh]);
});
afterAll(() => killable.close());

const nameHas = (digit: string): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'rule', field: 'name', operator: 'containsText', value: [digit] }],
});

test('kill -9 during a refresh: after the restart every tag is Fresh and has exactly its companies', async () => {
  const { apiJobs, path, worker } = killable;
  const { db } = killable.database;
  const id = await db.asSystem((tx) =>
    createClient(tx, { config: defaultConfig(CLIENT) }, { userId: null, name: 'test' }),
  );
  const save = (digits: readonly string[]) =>
    db.asClient(id, async (tx) => {
      await lockTags(tx, id);
      await tx
        .insert(tags)
        .values(digits.map((digit) => ({ clientId: id, name: `With ${digit}`, filters: nameHas(digit) })));
      await requestRefresh(tx, apiJobs, id, 'test');
    });
  const statuses = async () => {
    const rows = await db.asClient(id, (tx) => tx.select({ status: tags.processingStatus }).from(tags));
    return new Set(rows.map(({ status }) => status));
  };

  await worker.start();
  await waitForBuild({ jobs: apiJobs }, await db.asSystem((tx) => requestBuild(tx, apiJobs, id, {}, 'test')));
  let killed = 0;
  for (const [digits, afterMs] of [
    [['1', '2'], 0],
    [['3'], 15],
    [['4', '5'], 40],
  ] as const) {
    await save(digits);
    while ((await statuses()).has('Waiting')) await sleep(1);
    await sleep(afterMs);
    if ((await statuses()).has('Running')) killed += 1;
    await worker.kill();
    await worker.start();
    while ((await statuses()).has('Waiting') || (await statuses()).has('Running')) await sleep(20);
  }
  expect(killed).toBeGreaterThan(0);
  await worker.kill();

  const [client] = await db.asSystem((tx) => tx.select().from(clients).where(eq(clients.id, id)));
  const { database: folder, dataset } = datasetTables(CLIENT, client?.datasetVersion ?? 0);
  const warehouse = await openEmbedded({ path });
  const companies = await warehouse.rows(
    sql`SELECT name, __tags AS carried FROM ${ident(folder, dataset)}`,
    z.object({ name: z.string(), carried: z.array(z.string()) }),
  );
  await warehouse.close();
  const saved = await db.asClient(id, (tx) => tx.select().from(tags));
  expect(saved).toHaveLength(5);
  for (const { id: tagId, name, companyCount } of saved) {
    const carriers = companies.filter(({ carried }) => carried.includes(tagId)).map((company) => company.name);
    const matching = companies.map((company) => company.name).filter((text) => text.includes(name.slice(-1)));
    expect(carriers.toSorted()).toEqual(matching.toSorted());
    expect(companyCount).toBe(matching.length);
  }
  for (const { carried } of companies) expect(new Set(carried).size).toBe(carried.length);
}, 180_000);
