import { dropTable, sql, text } from '@quarry/clickhouse';
import { isNotNull } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { datasetDatabase } from '#server/features/datasets/table.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';

const tableRow = z.object({ name: z.string() });
/** Longer than a build takes, which goes on with the import that it began with. */
const KEPT_MS = 24 * 3_600_000;

/** Drops the tables of imports that others replaced a day ago, and of those that were given up. */
export async function dropOldImports(ctx: JobContext, clientName: string, now: Date = new Date()): Promise<void> {
  const database = datasetDatabase(clientName);
  const tables = await ctx.warehouse.rows(
    sql`SELECT name FROM system.tables WHERE database = ${text(database)} AND match(name, '^crm_records_\\\\d+$')`,
    tableRow,
    { lane: 'jobs', signal: ctx.signal },
  );
  const current = await ctx.db.asSystem((tx) =>
    tx.select({ run: integrations.importRun }).from(integrations).where(isNotNull(integrations.importRun)),
  );
  const kept = new Set(current.map(({ run }) => `crm_records_${run}`));
  for (const { name } of tables) {
    const startedAt = Number(name.slice('crm_records_'.length));
    if (!kept.has(name) && now.getTime() - startedAt > KEPT_MS) await dropTable(ctx.warehouse, { database, name });
  }
}
