import { randomBytes } from 'node:crypto';
import { defineTable, ident, join, type Sql, sql, type TableDefinition, uint } from '@quarry/clickhouse';
import { datasetDatabase, plainType } from '#server/features/datasets/table.ts';
import type { ExportColumn } from './export-columns.ts';
import type { PartRows } from './part-rows.sql.ts';

// Not the name of any data point, so that conditions over the dataset can't mean it.
const kept = (at: number) => ident(`__export_${at}`);

/** A table of rows. */
export interface KeptTable {
  readonly database: string;
  readonly name: string;
}

/** What the names of all tables of an export begin with. */
export function keptRowsPrefix(exportId: string): string {
  return `export_${exportId.replaceAll('-', '')}_`;
}

/** A table for an export's rows, with a name that no other attempt has. */
export function newKeptTable(clientName: string, exportId: string): KeptTable {
  return {
    database: datasetDatabase(clientName),
    name: `${keptRowsPrefix(exportId)}${randomBytes(4).toString('hex')}`,
  };
}

/** Read once and dropped: merging would cost more time and memory than everything else. */
export const UNMERGED = { max_bytes_to_merge_at_max_space_in_pool: 1, max_compress_block_size: 262_144 } as const;

/**
 * The rows of an export, numbered in its order. Plain texts: sorting and merging many small dictionaries costs more than
 * the texts themselves.
 */
export function keptRowsTable(table: KeptTable, columns: readonly Pick<ExportColumn, 'type'>[]): TableDefinition {
  return defineTable({
    ...table,
    columns: [
      { name: 'position', type: 'UInt64' },
      ...columns.map(({ type }, at) => ({ name: kept(at).parts.join('.'), type: plainType(type) })),
    ],
    engine: { kind: 'MergeTree' },
    orderBy: ['position'],
    settings: UNMERGED,
    shardBy: sql`position`,
  });
}

const tableOf = ({ database, name }: KeptTable) => ident(database, name);

/** Writes the rows of an export, numbered from 0 in the given order. */
export function keepRows(
  table: KeptTable,
  columns: readonly ExportColumn[],
  rows: { readonly from: KeptTable; readonly where: Sql; readonly order: Sql },
): Sql {
  const names = columns.map((_column, at) => sql`${kept(at)}`);
  const values = columns.map(
    ({ value, type }, at) => sql`${type === 'Picklist' ? sql`toString(${value})` : value} AS ${kept(at)}`,
  );
  return sql`INSERT INTO ${tableOf(table)} (${join([sql`position`, ...names])})
    SELECT ${join([sql`rowNumberInAllBlocks()`, ...names])}
    FROM (
      SELECT ${join(values)}
      FROM ${tableOf(rows.from)}
      ${rows.where}
      ORDER BY ${rows.order})`;
}

/** Counts the kept rows; `isNumbered` if their numbers are 0, 1, 2 and so on. */
export function countKept(table: KeptTable): Sql {
  return sql`SELECT
      toUInt32(count()) AS rows,
      toBool(rows = 0 OR (max(position) + 1 = rows AND sum(position) = intDiv(rows * (rows - 1), 2))) AS isNumbered
    FROM ${tableOf(table)}`;
}

/** The kept rows with the numbers from `from` on and below `to`. */
export function keptRange(
  table: KeptTable,
  columns: readonly Pick<ExportColumn, 'header' | 'type'>[],
  isLines: boolean,
  { from, to }: { readonly from: number; readonly to: number },
): PartRows {
  return {
    isLines,
    columns: columns.map(({ header, type }, at) => ({ header, type, value: sql`${kept(at)}` })),
    from: sql`${tableOf(table)} WHERE position >= ${uint(from)} AND position < ${uint(to)}`,
    order: sql`position`,
  };
}
