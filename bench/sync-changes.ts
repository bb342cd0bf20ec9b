/**
 * Finding the companies of an auto-sync that changed, with 30 mapped fields: `npm run bench -- sync-changes [companies]`.
 * Budget: the whole plan takes at most twice as long as a handwritten statement that hashes the same columns and looks up
 * the last hashes.
 */
import { createTable, dropTable, ident, join, sql, text } from '@quarry/clickhouse';
import { and, eq, sql as statement } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { integrations, syncStatuses } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { describeDataset } from '../apps/server/src/features/datasets/dataset.ts';
import { versionSchema } from '../apps/server/src/features/datasets/dataset-schema.ts';
import { companyHash } from '../apps/server/src/features/integration-jobs/plan/changed-companies.sql.ts';
import { hashedFields, makePlan } from '../apps/server/src/features/integration-jobs/plan/make-plan.ts';
import { planTable } from '../apps/server/src/features/integration-jobs/plan/plan-table.ts';
import { syncedCompaniesTable } from '../apps/server/src/features/integration-jobs/plan/synced-companies.ts';
import { readIntegrationRow } from '../apps/server/src/features/integrations/integration.ts';
import { type Bench, openBench } from './open-bench.ts';
import { median } from './statistics.ts';

const ROUNDS = 5;
const FIELDS = 30;
const BUDGET_BY_HAND = 2;
const SAMPLE_MS = 10;
const JOB_ID = '00000000-0000-4000-8000-000000000001';

const countRow = z.object({ companies: z.number() });
const LANE = { lane: 'jobs' } as const;

export async function syncChanges(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    return await measure(bench);
  } finally {
    await bench.close();
  }
}

async function measure({ platform, client: name, dataset: { version } }: Bench): Promise<boolean> {
  const { warehouse, db } = platform;
  const [row] = await db.asSystem((tx) =>
    tx
      .select({ schema: datasetVersions.schema, clientId: clients.id })
      .from(datasetVersions)
      .innerJoin(clients, eq(clients.id, datasetVersions.clientId))
      .where(and(eq(clients.name, name), eq(datasetVersions.version, Number(version)))),
  );
  if (row === undefined) throw new Error(`There is no version ${version}`);
  const client = { id: row.clientId, name };
  const dataset = describeDataset(name, version, versionSchema.parse(row.schema));
  const company = [...dataset.columns.values()]
    .filter(({ fieldName }) => !fieldName.startsWith('__'))
    .slice(0, FIELDS)
    .map(({ fieldName, type }) => ({
      internalName: fieldName,
      displayName: fieldName,
      type,
      externalName: fieldName,
      updateStrategy: 'OVERWRITE_ALWAYS' as const,
      valueNames: null,
      isOfMembership: false,
    }));
  const integration = await prepare(db, client.id);
  const input = {
    client,
    integration,
    dataset,
    scope: { kind: 'AUTO' as const },
    fields: { company, contact: [] },
    hasContacts: false,
  };
  const hashed = hashedFields(input);
  const synced = syncedCompaniesTable(name);
  try {
    await dropTable(warehouse, synced);
    await createTable(warehouse, synced);
    // One in a hundred has another hash than the last one.
    await warehouse.command(
      sql`INSERT INTO ${ident(synced.database, synced.name)} (integration_id, company_id, hash, is_disabled, written_at)
        SELECT ${text(integration.id)}, __company_id, ${companyHash(hashed)} + (__company_id % 100 = 0), false, 1
        FROM ${dataset.table()}`,
      LANE,
    );
    const [all] = await warehouse.rows(
      sql`SELECT toUInt32(count()) AS companies FROM ${dataset.table()}`,
      countRow,
      LANE,
    );
    await addStatuses(db, client.id, integration.id, all?.companies ?? 0);
    let found = 0;
    const { signal } = new AbortController();
    const ours = await timed(async () => {
      found = (await makePlan({ db, warehouse, signal, jobId: JOB_ID }, input)).companies;
    });
    const byHand = await timed(() =>
      warehouse.rows(
        sql`SELECT toUInt32(count()) AS companies FROM ${dataset.table()} AS d
          LEFT JOIN (SELECT company_id, hash FROM ${ident(synced.database, synced.name)} FINAL) AS s
            ON s.company_id = d.__company_id
          WHERE s.hash != sipHash64(tuple(${join([text('bench'), ...hashed.columns])}))`,
        countRow,
        LANE,
      ),
    );
    const ratio = ours.ms / byHand.ms;
    console.log(
      `${all?.companies} companies, ${hashed.columns.length} fields: ${found} changed, ${Math.round(ours.ms)} ms and at most ${ours.moreMb} MB more (of JavaScript ${ours.moreHeapMb} MB), by hand ${Math.round(byHand.ms)} ms and ${byHand.moreMb} MB, ratio ${ratio.toFixed(2)} (budget ${BUDGET_BY_HAND})`,
    );
    return ratio <= BUDGET_BY_HAND;
  } finally {
    for (const table of [planTable(name, JOB_ID), synced]) await dropTable(warehouse, table);
    await db.asSystem((tx) => tx.delete(integrations).where(eq(integrations.id, integration.id)));
  }
}

type Db = Bench['platform']['db'];

async function prepare(db: Db, clientId: string) {
  return db.asClient(clientId, async (tx) => {
    await tx.delete(integrations).where(eq(integrations.clientId, clientId));
    const [row] = await tx.insert(integrations).values({ clientId, integrationType: 'HUBSPOT' }).returning();
    if (row === undefined) throw new Error('No connector was made');
    return readIntegrationRow(row);
  });
}

/** As many as the engine has, so that it does not copy them. */
async function addStatuses(db: Db, clientId: string, integrationId: string, companies: number): Promise<void> {
  await db.asClient(clientId, (tx) =>
    tx.execute(statement`
      insert into ${syncStatuses} (client_id, integration_id, record_type, record_id, company_id, last_job_id)
      select ${clientId}, ${integrationId}, 'company', n::text, n::text, 'bench' from generate_series(1, ${companies}::int) n`),
  );
  await db.asSystem((tx) => tx.execute(statement`analyze ${syncStatuses}`));
}

const inMb = (bytes: number): number => Math.round(bytes / 1024 ** 2);

/** The median of the times, and the most memory that a round took. */
async function timed(work: () => Promise<unknown>) {
  const times: number[] = [];
  let [more, moreHeap] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.memoryUsage();
    const sample = () => {
      const { rss, heapUsed } = process.memoryUsage();
      more = Math.max(more, rss - before.rss);
      moreHeap = Math.max(moreHeap, heapUsed - before.heapUsed);
    };
    const sampling = setInterval(sample, SAMPLE_MS);
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
    clearInterval(sampling);
    sample();
  }
  return { ms: median(times), moreMb: inMb(more), moreHeapMb: inMb(moreHeap) };
}
