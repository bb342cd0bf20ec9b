import { createTable, dropTable, listTables } from '@quarry/clickhouse';
import { FEATURE_FLAGS } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { z } from 'zod';
import { datasetDatabase } from '#server/features/datasets/table.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { ScopedClient } from '#server/platform/scope.ts';
import type { ExportRows } from './export-rows.ts';
import { countKept, type KeptTable, keepRows, keptRowsPrefix, keptRowsTable, newKeptTable } from './exports.sql.ts';

const MEGABYTE = 1024 ** 2;
const countRow = z.object({ rows: z.number(), isNumbered: z.boolean() });

/** The account of a run, with the version of the dataset that readers see now. Throws when it is gone. */
export async function readClient({ db }: Pick<JobContext, 'db'>, clientId: string): Promise<ScopedClient> {
  const [row] = await db.asClient(clientId, (tx) => tx.select().from(clients).where(eq(clients.id, clientId)));
  if (row === undefined) throw new Error(`There is no account ${clientId}`);
  return {
    id: row.id,
    name: row.name,
    featureFlags: FEATURE_FLAGS.filter((flag) => row.featureFlags.includes(flag)),
    datasetVersion: row.datasetVersion === null ? null : String(row.datasetVersion),
  };
}

/**
 * Copies the rows of an export out of the dataset, in order, and returns where they are and how many. What an
 * earlier attempt had copied is thrown away. Sorts on disk, so that the memory does not grow with the rows.
 */
export async function keepExportRows(
  { warehouse, signal }: Pick<JobContext, 'warehouse' | 'signal'>,
  clientName: string,
  exportId: string,
  rows: ExportRows,
): Promise<{ readonly table: KeptTable; readonly rowCount: number }> {
  await dropKeptRows({ warehouse }, clientName, exportId);
  const table = newKeptTable(clientName, exportId);
  await createTable(warehouse, keptRowsTable(table, rows.columns));
  await warehouse.command(keepRows(table, rows.columns, rows), {
    lane: 'jobs',
    signal,
    settings: {
      max_bytes_before_external_sort: 64 * MEGABYTE,
      max_block_size: 8192,
      // One thread each, so that the numbers follow the order.
      max_threads: 1,
      max_insert_threads: 1,
      min_insert_block_size_rows: 65_536,
      min_insert_block_size_bytes: 32 * MEGABYTE,
    },
  });
  const [counted] = await warehouse.rows(countKept(table), countRow, { lane: 'jobs', signal });
  if (counted?.isNumbered !== true) {
    throw new Error(`The rows of the export ${exportId} are not numbered without gaps`);
  }
  return { table, rowCount: counted.rows };
}

/** Drops the rows of an export, those of attempts that were cut off too. */
export async function dropKeptRows(
  { warehouse }: Pick<JobContext, 'warehouse'>,
  clientName: string,
  exportId: string,
): Promise<void> {
  const database = datasetDatabase(clientName);
  const names = (await listTables(warehouse, database)).filter((name) => name.startsWith(keptRowsPrefix(exportId)));
  for (const name of names) await dropTable(warehouse, { database, name });
}
