import { cloneTable, dropTable, ident, sql } from '@quarry/clickhouse';
import { z } from 'zod';
import { datasetTables } from '#server/features/datasets/table.ts';
import { membersTable } from '#server/features/datasets/table-definitions.ts';
import type { Build, ReportProgress, StepResult } from './build.ts';

const countRow = z.object({ members: z.number() });

/** Takes over the members of the last version, hidden ones included. Starts over after a crash. */
export async function keepMembers(build: Build, progress: ReportProgress): Promise<StepResult> {
  const { ctx, config, state } = build;
  if (state.phase !== 'SOURCING' || state.lastVersion === null) return {};
  const options = { lane: 'jobs', signal: ctx.signal } as const;
  const last = datasetTables(config.clientName, state.lastVersion);
  const table = membersTable(config.clientName, state.version);
  await dropTable(ctx.warehouse, table, options);
  await cloneTable(ctx.warehouse, { database: last.database, name: last.members }, table, options);
  const statement = sql`SELECT toUInt32(count()) AS members FROM ${ident(table.database, table.name)}`;
  const [counted] = await ctx.warehouse.rows(statement, countRow, options);
  const next = { ...state, phase: 'DATA_POINTS' as const, members: counted?.members ?? 0 };
  await ctx.saveCheckpoint(next);
  progress(1);
  return { state: next };
}
