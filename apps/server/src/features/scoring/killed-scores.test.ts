import { setTimeout as sleep } from 'node:timers/promises';
import { ident, openEmbedded, sql, text, uint } from '@quarry/clickhouse';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { scoreRecalculations, scoringConfigs } from '@quarry/postgres/tables/scoring';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { datasetBuild } from '#server/features/builds/build-dataset.ts';
import { waitForBuild } from '#server/features/builds/ensure-first-build.ts';
import { type KillableJobs, openKillableJobs } from '#server/features/builds/testing/killable-jobs.ts';
import { createClient } from '#server/features/client-configs/create-client.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { outdateScores, requestScores } from '#server/features/datasets/request-scores.ts';
import { scoreFieldName } from '#server/features/datasets/scores.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { scoreRefresh } from './refresh-scores.ts';
import { lockScoringConfigs } from './scoring-config.ts';

const CLIENT = 'killed';
let killable: KillableJobs;

beforeAll(async () => {
  killable = await openKillableJobs([datasetBuild, scoreRefresh]);
});
afterAll(() => killable.close());

test('kill -9 while scores are computed: after the restart every company has the score of the newest rules', async () => {
  const { apiJobs, path, worker } = killable;
  const { db } = killable.database;
  const id = await db.asSystem((tx) =>
    createClient(tx, { config: defaultConfig(CLIENT) }, { userId: null, name: 'test' }),
  );
  const rulesFor = (digit: string) => [
    { id: 'digit', field: 'name', operator: 'containsText', value: [digit], score: 3 },
    { id: 'nine', field: 'name', operator: 'containsText', value: ['9'], score: -2 },
  ];
  const save = (digit: string) =>
    db.asClient(id, async (tx) => {
      const [config] = await lockScoringConfigs(tx, id);
      if (config === undefined)
        await tx.insert(scoringConfigs).values({ clientId: id, name: 'Fit', rules: rulesFor(digit) });
      else {
        await tx.update(scoringConfigs).set({ rules: rulesFor(digit) });
        await outdateScores(tx, id, [config.id]);
      }
      await requestScores(tx, apiJobs, id, 'test');
    });
  const status = async () => {
    const [row] = await db.asClient(id, (tx) => tx.select().from(scoringConfigs));
    return row?.processingStatus;
  };

  await worker.start();
  await waitForBuild({ jobs: apiJobs }, await db.asSystem((tx) => requestBuild(tx, apiJobs, id, {}, 'test')));
  let killed = 0;
  for (const [digit, afterMs] of [
    ['1', 0],
    ['2', 10],
    ['3', 30],
  ] as const) {
    await save(digit);
    while ((await status()) === 'Waiting') await sleep(1);
    await sleep(afterMs);
    if ((await status()) === 'Running') killed += 1;
    await worker.kill();
    await worker.start();
    while ((await status()) !== 'Fresh') await sleep(20);
  }
  expect(killed).toBeGreaterThan(0);
  await worker.kill();

  const [client] = await db.asSystem((tx) => tx.select().from(clients).where(eq(clients.id, id)));
  const [config] = await db.asClient(id, (tx) => tx.select().from(scoringConfigs));
  expect(config?.problem).toBeNull();
  expect(config?.computedVersion).toBe(client?.datasetVersion);
  const { database: folder, dataset } = datasetTables(CLIENT, client?.datasetVersion ?? 0);
  const warehouse = await openEmbedded({ path });
  const score = ident(scoreFieldName(config?.id ?? ''));
  const [wrong] = await warehouse.rows(
    sql`SELECT toUInt32(count()) AS companies,
        toUInt32(countIf(${score} != if(position(name, '3') > 0, 3, 0) + if(position(name, '9') > 0, -2, 0))) AS wrong
      FROM ${ident(folder, dataset)}`,
    z.object({ companies: z.number(), wrong: z.number() }),
  );
  // Each new definition changed each company once, however often it was computed.
  const done = await db.asClient(id, (tx) =>
    tx
      .select()
      .from(scoreRecalculations)
      .where(eq(scoreRecalculations.status, 'Done'))
      .orderBy(scoreRecalculations.number),
  );
  const points = (digit: string) =>
    sql`(if(position(name, ${text(digit)}) > 0, 3, 0) + if(position(name, '9') > 0, -2, 0))`;
  const counts = [];
  for (const [at, { number }] of done.entries()) {
    const [from, to] = [points(String(at + 1)), points(String(at + 2))];
    const [found] = await warehouse.rows(
      sql`SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(company_id)) AS companies,
          toUInt32(countIf(before != ${from} OR after != ${to})) AS wrong,
          (SELECT toUInt32(countIf(${from} != ${to})) FROM ${ident(folder, dataset)}) AS expected
        FROM ${ident(folder, 'score_history')} AS history
        INNER JOIN ${ident(folder, dataset)} AS company ON company.__company_id = history.company_id
        WHERE recalculation = ${uint(number)}`,
      z.object({ rows: z.number(), companies: z.number(), wrong: z.number(), expected: z.number() }),
    );
    counts.push(found);
  }
  await warehouse.close();
  expect(counts).toHaveLength(2);
  for (const found of counts) {
    expect(found).toEqual({ rows: found?.expected, companies: found?.expected, wrong: 0, expected: found?.expected });
    expect(found?.rows).toBeGreaterThan(1_000);
  }
  expect(wrong).toEqual({ companies: 19_998, wrong: 0 });
}, 180_000);
