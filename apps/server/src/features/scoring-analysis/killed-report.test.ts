import { setTimeout as sleep } from 'node:timers/promises';
import { analysisResults } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { analysisReports } from '@quarry/postgres/tables/scoring-analysis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { datasetBuild } from '#server/features/builds/build-dataset.ts';
import { waitForBuild } from '#server/features/builds/ensure-first-build.ts';
import { type KillableJobs, openKillableJobs } from '#server/features/builds/testing/killable-jobs.ts';
import { createClient } from '#server/features/client-configs/create-client.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { reportCalculation } from './calculate-report.ts';

const CLIENT = 'killed';
let killable: KillableJobs;

beforeAll(async () => {
  killable = await openKillableJobs([datasetBuild, reportCalculation]);
});
afterAll(() => killable.close());

test('kill -9 during a calculation: after the restart the report has the results of an undisturbed one', async () => {
  const { apiJobs, worker } = killable;
  const { db } = killable.database;
  const config = defaultConfig(CLIENT);
  const fields = ['country', 'employee_count'].map((name) => ({
    internalName: `firmographics/${name}`,
    externalName: name,
    displayName: name,
    configId: null,
  }));
  const id = await db.asSystem((tx) =>
    createClient(
      tx,
      { config: { ...config, fieldDefinitions: [...config.fieldDefinitions, ...fields] } },
      { userId: null, name: 'test' },
    ),
  );
  const goodDomains = Array.from({ length: 60 }, (_each, at) => `company${19_000 + at * 3}.com`);
  const start = () =>
    db.asClient(id, async (tx) => {
      const [row] = await tx
        .insert(analysisReports)
        .values({ clientId: id, name: 'Killed', inputs: { goodDomains } })
        .returning();
      const reportId = row?.id ?? '';
      const jobId = await apiJobs.enqueue(tx, reportCalculation, id, { reportId, revision: 1 });
      return { reportId, jobId };
    });
  const stateOf = async (jobId: string) => {
    const [job] = await db.asClient(id, (tx) => tx.select().from(jobs).where(eq(jobs.id, jobId)));
    return job?.status;
  };
  const resultsOf = async (reportId: string) => {
    for (;;) {
      const [row] = await db.asClient(id, (tx) =>
        tx.select().from(analysisReports).where(eq(analysisReports.id, reportId)),
      );
      if (row?.status === 'Processed') return { ...analysisResults.parse(row.results), updatedAt: '' };
      await sleep(20);
    }
  };

  await worker.start();
  await waitForBuild({ jobs: apiJobs }, await db.asSystem((tx) => requestBuild(tx, apiJobs, id, {}, 'test')));
  const undisturbed = await resultsOf((await start()).reportId);
  expect(undisturbed).toMatchObject({ goodSetSize: 60, holdOut: { targets: 12, auc: expect.any(Number) } });
  let killed = 0;
  for (const afterMs of [0, 20, 60]) {
    const { reportId, jobId } = await start();
    while ((await stateOf(jobId)) === 'WAITING') await sleep(1);
    await sleep(afterMs);
    if ((await stateOf(jobId)) === 'PROCESSING') killed += 1;
    await worker.kill();
    await worker.start();
    expect(await resultsOf(reportId)).toEqual(undisturbed);
  }
  expect(killed).toBeGreaterThan(0);
}, 180_000);
