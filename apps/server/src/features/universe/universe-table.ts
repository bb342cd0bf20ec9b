import { ident, type Sql, sql } from '@quarry/clickhouse';
import type { BlockTable } from './block-table.ts';
import type { BlockTableName } from './blocks/index.ts';
import type { HousekeepingTable } from './schema.ts';

/** The ClickHouse database. */
export const UNIVERSE = 'universe';

export type UniverseTable = BlockTableName | HousekeepingTable;

/**
 * A table to read from: `FROM ${readTable('companies')}`. Rows have versions, and FINAL keeps the newest of each key;
 * it costs nothing while the table is one part, as imports leave it. Restrict big reads by ranges of `company_id`, the
 * sort key.
 */
export function readTable(table: UniverseTable | BlockTable, alias?: string): Sql {
  const name = ident(UNIVERSE, typeof table === 'string' ? table : table.name);
  return alias === undefined ? sql`${name} FINAL` : sql`${name} AS ${ident(alias)} FINAL`;
}
