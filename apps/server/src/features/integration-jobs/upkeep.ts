import { dropTable, sql as statement, type Warehouse } from '@quarry/clickhouse';
import { UNDO_DAYS } from '@quarry/contracts';
import { type Database, inArray, lt, sql } from '@quarry/postgres';
import { integrationJobs, syncJournal, webhookDeliveries } from '@quarry/postgres/tables/integrations';
import { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/scope.ts';
import { settleEnded } from './integration-job.ts';

const EVERY_MS = 6 * 3_600_000;
/** How long the log of a webhook goes back. */
const DELIVERY_DAYS = 30;

/** Forgets the values of old syncs and old deliveries, and drops the plans of runs that ended without doing so. */
export const integrationUpkeep = defineJob({
  type: 'integration-upkeep',
  input: z.object({}),
  concurrency: 'global',
  maxAttempts: 1,
  timeoutMs: 30 * 60_000,
  async run({ db, warehouse }) {
    await forgetOld(db);
    await dropOrphanedPlans({ db, warehouse });
  },
});

export function startIntegrationUpkeep(platform: Pick<Platform, 'jobs'>): void {
  platform.jobs.schedule(integrationUpkeep, EVERY_MS, {});
}

/** Forgets what is older than its time, of every account. */
export async function forgetOld(db: Database, now = new Date()): Promise<void> {
  // Only a job that has ended has an age.
  await db.asSystem((tx) => settleEnded(tx));
  await forgetValues(db, now);
  await forgetDeliveries(db, now);
}

/** Removes what was written, and what it replaced, from the journals of jobs that can no longer be taken back. */
async function forgetValues(db: Database, now: Date): Promise<void> {
  const before = daysBefore(now, UNDO_DAYS);
  await db.asSystem((tx) =>
    tx
      .update(syncJournal)
      .set({ before: null, after: null })
      .where(
        sql`${syncJournal.jobId} in (select ${integrationJobs.jobId} from ${integrationJobs} where ${integrationJobs.finishedAt} < ${before})
          and (${syncJournal.before} is not null or ${syncJournal.after} is not null)`,
      ),
  );
}

/** Deletes what was sent to webhooks long ago, with the answers. */
async function forgetDeliveries(db: Database, now: Date): Promise<void> {
  const before = daysBefore(now, DELIVERY_DAYS);
  await db.asSystem((tx) => tx.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, before)));
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000);

const planRow = z.object({ database: z.string(), name: z.string() });
const PLAN_NAME = /^sync_plan_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

export async function dropOrphanedPlans(stores: {
  readonly db: Database;
  readonly warehouse: Warehouse;
}): Promise<void> {
  const tables = await stores.warehouse.rows(
    statement`SELECT database, name FROM system.tables
      WHERE startsWith(database, 'client_') AND match(name, '^sync_plan_[0-9a-f]{32}$')`,
    planRow,
    { lane: 'jobs' },
  );
  if (tables.length === 0) return;
  const jobIdOf = (name: string): string => PLAN_NAME.exec(name)?.slice(1).join('-') ?? '';
  const ids = tables.map(({ name }) => jobIdOf(name));
  // Read after the tables: a job is recorded before it makes its plan.
  const open = await stores.db.asSystem((tx) =>
    tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(sql`${inArray(jobs.id, ids)} and ${jobs.status} in ('WAITING', 'PROCESSING')`),
  );
  const used = new Set(open.map(({ id }) => id));
  for (const table of tables) if (!used.has(jobIdOf(table.name))) await dropTable(stores.warehouse, table);
}
