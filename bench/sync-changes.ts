/**
 * Finding the companies of a sync that changed, with 30 mapped fields: `npm run bench -- sync-changes [companies]`.
 * Budget: at most twice as long as a handwritten statement that hashes the same columns and looks up the last hashes.
 */
import { createTable, dropTable, ident, join, sql, text } from '@quarry/clickhouse';
import { eq } from '@quarry/postgres';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { z } from 'zod';
import { describeDataset } from '../apps/server/src/features/datasets/dataset.ts';
import { versionSchema } from '../apps/server/src/features/datasets/dataset-schema.ts';
import { companyHash, planCompanies } from '../apps/server/src/features/integration-jobs/plan/changed-companies.sql.ts';
import { planTable } from '../apps/server/src/features/integration-jobs/plan/plan-table.ts';
import { syncedCompaniesTable } from '../apps/server/src/features/integration-jobs/plan/synced-companies.ts';
import { openBench } from './open-bench.ts';
import { median } from './statistics.ts';

const ROUNDS = 5;
const FIELDS = 30;
const BUDGET_BY_HAND = 2;
const JOB_ID = '00000000-0000-4000-8000-000000000001';
const INTEGRATION_ID = 'bench';

const countRow = z.object({ companies: z.number() });
const LANE = { lane: 'jobs' } as const;

export async function syncChanges(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    const { warehouse, db } = bench.platform;
    const [row] = await db.asSystem((tx) =>
      tx
        .select({ schema: datasetVersions.schema })
        .from(datasetVersions)
        .where(eq(datasetVersions.version, Number(bench.dataset.version))),
    );
    const dataset = describeDataset(bench.client, bench.dataset.version, versionSchema.parse(row?.schema));
    const columns = [...dataset.columns.values()]
      .filter(({ fieldName }) => !fieldName.startsWith('__'))
      .slice(0, FIELDS)
      .map(({ value }) => value);
    const fields = { salt: 'bench', columns };
    const target = { clientName: bench.client, jobId: JOB_ID, integrationId: INTEGRATION_ID };
    const [plan, synced] = [planTable(bench.client, JOB_ID), syncedCompaniesTable(bench.client)];
    for (const table of [plan, synced]) await dropTable(warehouse, table);
    for (const table of [plan, synced]) await createTable(warehouse, table);
    // One in a hundred has another hash than the last one.
    await warehouse.command(
      sql`INSERT INTO ${ident(synced.database, synced.name)} (integration_id, company_id, hash, is_disabled, written_at)
        SELECT ${text(INTEGRATION_ID)}, __company_id, ${companyHash(fields)} + (__company_id % 100 = 0), false, 1
        FROM ${dataset.table()}`,
      LANE,
    );
    const selection = { isInScope: sql`1`, onlyChanged: true, withLeaving: false };
    const ours = await timed(() => warehouse.command(planCompanies(target, dataset, fields, selection), LANE));
    const byHand = await timed(() =>
      warehouse.rows(
        sql`SELECT toUInt32(count()) AS companies FROM ${dataset.table()} AS d
          LEFT JOIN (SELECT company_id, hash FROM ${ident(synced.database, synced.name)} FINAL) AS s
            ON s.company_id = d.__company_id
          WHERE s.hash != sipHash64(tuple(${join([text('bench'), ...columns])}))`,
        countRow,
        LANE,
      ),
    );
    const [found] = await warehouse.rows(
      sql`SELECT toUInt32(uniqExact(company_id)) AS companies FROM ${ident(plan.database, plan.name)}`,
      countRow,
      LANE,
    );
    for (const table of [plan, synced]) await dropTable(warehouse, table);
    const ratio = ours / byHand;
    const memory = Math.round(process.memoryUsage().rss / 1024 ** 2);
    console.log(
      `${companies} companies, ${columns.length} fields: ${found?.companies ?? 0} changed, ${Math.round(ours)} ms, by hand ${Math.round(byHand)} ms, ratio ${ratio.toFixed(2)} (budget ${BUDGET_BY_HAND}), process ${memory} MB`,
    );
    return ratio <= BUDGET_BY_HAND;
  } finally {
    await bench.close();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}
