import { cloneTable } from '@quarry/clickhouse';
import { z } from 'zod';
import { datasetTables } from '#server/features/datasets/table.ts';
import { datasetTable } from '#server/features/datasets/table-definitions.ts';
import type { Platform } from '#server/platform/scope.ts';
import { type ExportPlan, exportPlan } from './export-plan.ts';
import { frozenTable, newFrozenTable, UNMERGED } from './exports.sql.ts';

/** The dataset as it was at one moment, and the plan that finds an export's rows in it. */
export const snapshot = z.object({ table: frozenTable, plan: exportPlan });
export type Snapshot = z.infer<typeof snapshot>;

/**
 * Clones the dataset's table for an export, so that neither a new version nor a tag refresh changes it, however long
 * the export waits. The clone shares the table's files.
 */
export async function takeSnapshot(
  { warehouse }: Pick<Platform, 'warehouse'>,
  clientName: string,
  exportId: string,
  plan: ExportPlan,
  options: { readonly lane: 'people' | 'jobs'; readonly signal: AbortSignal },
): Promise<Snapshot> {
  const table = newFrozenTable(clientName, exportId);
  const { database, dataset } = datasetTables(clientName, plan.version);
  const like = datasetTable(clientName, Number(plan.version), { columns: [] });
  const clone = { ...like, ...table, settings: UNMERGED };
  await cloneTable(warehouse, { database, name: dataset }, clone, options);
  return { table, plan };
}
