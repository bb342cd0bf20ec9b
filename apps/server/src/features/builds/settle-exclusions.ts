import { emptySql, ident, sql, uints } from '@quarry/clickhouse';
import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { z } from 'zod';
import { buildJob } from '#server/features/datasets/build-job.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import type { Build } from './build.ts';

const idRow = z.object({ id: z.string() });
const hiddenRow = z.object({ restored: z.number() });

/**
 * Settles exclusions that changed during the build, which knew those of its beginning: readers leave out companies
 * excluded since, and another build brings back those restored since. The transaction must hold the client's row.
 */
export async function settleExclusions({ ctx, clientId, config, state }: Build, tx: Transaction): Promise<void> {
  const [client] = await tx
    .select({ excluded: clients.excludeCompanyIds, sinceBuild: clients.excludedSinceBuild })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (client === undefined) throw new Error(`There is no account ${clientId}`);
  const { database, dataset, members } = datasetTables(config.clientName, state.version);
  const options = { lane: 'jobs', signal: ctx.signal } as const;
  const left = sql`SELECT toString(__company_id) AS id
    FROM ${ident(database, dataset)}
    WHERE __company_id IN ${uints(client.excluded)}`;
  const sinceBuild = client.excluded.length === 0 ? [] : await ctx.warehouse.rows(left, idRow, options);
  if (sinceBuild.length > 0 || client.sinceBuild.length > 0) {
    const excludedSinceBuild = sinceBuild.map(({ id }) => id);
    await tx.update(clients).set({ excludedSinceBuild }).where(eq(clients.id, clientId));
  }
  if (config.isCalibrationModeEnabled) return;
  const hidden = sql`SELECT toUInt32(count()) AS restored
    FROM ${ident(database, members)}
    WHERE is_hidden ${client.excluded.length === 0 ? emptySql : sql`AND company_id NOT IN ${uints(client.excluded)}`}`;
  const [found] = await ctx.warehouse.rows(hidden, hiddenRow, options);
  if ((found?.restored ?? 0) > 0) {
    await ctx.enqueue(tx, buildJob, clientId, {}, { requestedBy: 'Companies brought back during a build' });
  }
}
