import { createTable, dropTable, listTables } from '@quarry/clickhouse';
import { z } from 'zod';
import { datasetDatabase } from '#server/features/datasets/table.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { ExportColumn } from './export-columns.ts';
import { compileExport, hasStoredOrder } from './export-rows.ts';
import {
  countFrozen,
  type FrozenTable,
  frozenRowsPrefix,
  frozenRowsTable,
  insertFrozenRows,
  newFrozenTable,
  tableOf,
} from './exports.sql.ts';
import type { FrozenRows } from './frozen-rows.ts';
import { csvLine } from './part-rows.sql.ts';
import { countRange } from './snapshot.sql.ts';
import type { Snapshot } from './take-snapshot.ts';

const MEGABYTE = 1024 ** 2;
const SORTED_IN_MEMORY = 24 * MEGABYTE;
const countRow = z.object({ rows: z.number() });
const numberedRow = countRow.extend({ isNumbered: z.boolean() });
type Stores = Pick<JobContext, 'warehouse' | 'signal'>;

/**
 * Freezes the rows of an export: those that its plan finds in the snapshot, in its order. Drops the rows of earlier
 * attempts.
 */
export async function freezeExportRows(
  stores: Stores,
  clientName: string,
  exportId: string,
  taken: Snapshot,
): Promise<FrozenRows> {
  await dropFrozenRows(stores, clientName, exportId, { except: [taken.table.name] });
  const freeze = hasStoredOrder(taken.plan) ? countRows : copyRows;
  return freeze(stores, clientName, exportId, taken);
}

/** Rows in the order of the dataset's table are read from the snapshot itself. */
async function countRows(
  { warehouse, signal }: Stores,
  _clientName: string,
  _exportId: string,
  { table, plan }: Snapshot,
): Promise<FrozenRows> {
  const range = { table, where: compileExport(plan).where, after: null, last: null };
  const [counted] = await warehouse.rows(countRange(range), countRow, { lane: 'jobs', signal });
  return { kind: 'SNAPSHOT', table, rowCount: counted?.rows ?? 0, plan, after: null };
}

/** For rows in any other order: copies them. */
async function copyRows(
  stores: Stores,
  clientName: string,
  exportId: string,
  { table: from, plan }: Snapshot,
): Promise<FrozenRows> {
  const table = newFrozenTable(clientName, exportId);
  const rows = compileExport(plan);
  const isLines = plan.config.format === 'csv';
  // Sorting and copying one long text is cheaper than many values.
  const line = { header: '', type: 'String', value: csvLine(rows.columns) } as const;
  const columns = isLines ? [line] : rows.columns;
  await createTable(stores.warehouse, frozenRowsTable(table, columns));
  const rowCount = await appendRows(stores, table, columns, { ...rows, from: tableOf(from), after: 0 });
  return {
    kind: 'COPY',
    table,
    rowCount,
    columns: rows.columns.map(({ header, type }) => ({ header, type })),
    isLines,
  };
}

/**
 * Appends rows to those of an export in their order, and returns how many there are then. Sorts on disk, so that memory
 * does not grow with the rows.
 */
export async function appendRows(
  { warehouse, signal }: Stores,
  table: FrozenTable,
  columns: readonly ExportColumn[],
  rows: Parameters<typeof insertFrozenRows>[2],
): Promise<number> {
  await warehouse.command(insertFrozenRows(table, columns, rows), {
    lane: 'jobs',
    signal,
    settings: {
      max_bytes_before_external_sort: SORTED_IN_MEMORY,
      // Otherwise the engine waits until this share of memory is reached.
      max_bytes_ratio_before_external_sort: 0,
      min_external_sort_block_bytes: SORTED_IN_MEMORY / 2,
      // The merge reads one block for each sorted run on disk.
      max_block_size: 1024,
      // One thread each, so that row numbers follow the order.
      max_threads: 1,
      max_insert_threads: 1,
      min_insert_block_size_rows: 32_768,
      min_insert_block_size_bytes: 12 * MEGABYTE,
      // Computes the values before sorting, not after.
      query_plan_execute_functions_after_sorting: 0,
    },
  });
  const [counted] = await warehouse.rows(countFrozen(table), numberedRow, { lane: 'jobs', signal });
  if (counted?.isNumbered !== true) {
    throw new Error(`The rows of ${table.database}.${table.name} are not numbered without gaps`);
  }
  return counted.rows;
}

/** Drops the frozen rows of an export, those of interrupted attempts too. */
export async function dropFrozenRows(
  { warehouse }: Pick<JobContext, 'warehouse'>,
  clientName: string,
  exportId: string,
  { except = [] }: { readonly except?: readonly string[] } = {},
): Promise<void> {
  const database = datasetDatabase(clientName);
  const names = (await listTables(warehouse, database)).filter((name) => name.startsWith(frozenRowsPrefix(exportId)));
  for (const name of names) if (!except.includes(name)) await dropTable(warehouse, { database, name });
}
