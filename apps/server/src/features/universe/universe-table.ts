import { ident, type Sql, sql } from '@quarry/clickhouse';
import type { BlockTable } from './block-table.ts';
import type { BlockTableName } from './blocks/index.ts';
import type { HousekeepingTable } from './schema.ts';

/** The ClickHouse database that holds every company Quarry knows. */
export const UNIVERSE = 'universe';

/** The name of a table of the universe. */
export type UniverseTable = BlockTableName | HousekeepingTable;

/**
 * A table of the universe as it is read: `FROM ${readTable('companies')}`. Rows have versions, and FINAL keeps the
 * newest of each key; it costs nothing while the table is one part, which imports leave behind. Restrict big reads
 * by ranges of `company_id`, the sort key.
 */
export function readTable(wanted: UniverseTable | BlockTable, alias?: string): Sql {
  const table = ident(UNIVERSE, typeof wanted === 'string' ? wanted : wanted.name);
  return alias === undefined ? sql`${table} FINAL` : sql`${table} AS ${ident(alias)} FINAL`;
}

/** The companies as they are read: see `readTable`. */
export const companiesTable = (): Sql => readTable('companies');
