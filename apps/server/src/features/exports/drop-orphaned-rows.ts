import { dropTable, instant, sql } from '@quarry/clickhouse';
import { inArray } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import type { Platform } from '#server/platform/scope.ts';
import { frozenTable } from './exports.sql.ts';

/** The name of a table with frozen rows contains the export's id. */
const TABLE_NAME = /^export_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_/;

const exportIdOf = (table: string): string => TABLE_NAME.exec(table)?.slice(1).join('-') ?? '';

/**
 * Drops snapshots made before `before` whose export was not recorded, because the process died in between. Safe to
 * repeat.
 */
export async function dropOrphanedRows(
  { db, warehouse }: Pick<Platform, 'db' | 'warehouse'>,
  before: Date,
): Promise<void> {
  const statement = sql`SELECT database, name
    FROM system.tables
    WHERE startsWith(database, 'client_')
      AND match(name, '^export_[0-9a-f]{32}_[0-9a-f]+$')
      AND metadata_modification_time < ${instant(before)}`;
  const tables = await warehouse.rows(statement, frozenTable, { lane: 'jobs' });
  if (tables.length === 0) return;
  const ids = tables.map(({ name }) => exportIdOf(name));
  const recorded = await db.asSystem((tx) =>
    tx.select({ id: csvExports.id }).from(csvExports).where(inArray(csvExports.id, ids)),
  );
  const known = new Set(recorded.map(({ id }) => id));
  for (const table of tables) if (!known.has(exportIdOf(table.name))) await dropTable(warehouse, table);
}
