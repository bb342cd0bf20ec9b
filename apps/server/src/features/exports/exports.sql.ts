import { randomBytes } from 'node:crypto';
import { defineTable, ident, join, type Sql, sql, type TableDefinition, uint } from '@quarry/clickhouse';
import { z } from 'zod';
import { datasetDatabase, plainType } from '#server/features/datasets/table.ts';
import type { ExportColumn } from './export-columns.ts';
import type { PartRows } from './part-rows.sql.ts';

// Unlike any data point's name, so that conditions over the dataset can't refer to it.
const valueColumn = (at: number) => ident(`__export_${at}`);

/** A table with the rows of an export. */
export const frozenTable = z.object({ database: z.string(), name: z.string() });
export type FrozenTable = Readonly<z.infer<typeof frozenTable>>;

/** The prefix of all table names of an export. */
export function frozenRowsPrefix(exportId: string): string {
  return `export_${exportId.replaceAll('-', '')}_`;
}

/** A table for an export's rows with a name unique to this attempt. */
export function newFrozenTable(clientName: string, exportId: string): FrozenTable {
  return {
    database: datasetDatabase(clientName),
    name: `${frozenRowsPrefix(exportId)}${randomBytes(4).toString('hex')}`,
  };
}

/** For tables that are read once and dropped: merging would cost more time and memory than everything else. */
export const UNMERGED = { max_bytes_to_merge_at_max_space_in_pool: 1, max_compress_block_size: 262_144 } as const;

/**
 * The rows of an export, numbered in its order. Plain texts: sorting and merging many small dictionaries costs more than
 * the texts themselves.
 */
export function frozenRowsTable(table: FrozenTable, columns: readonly Pick<ExportColumn, 'type'>[]): TableDefinition {
  return defineTable({
    ...table,
    columns: [
      { name: 'position', type: 'UInt64' },
      ...columns.map(({ type }, at) => ({ name: valueColumn(at).parts.join('.'), type: plainType(type) })),
    ],
    engine: { kind: 'MergeTree' },
    orderBy: ['position'],
    settings: UNMERGED,
    shardBy: sql`position`,
  });
}

export const tableOf = ({ database, name }: FrozenTable): Sql => sql`${ident(database, name)}`;

/** Copies rows of an export, numbered in the given order from `after`. */
export function insertFrozenRows(
  table: FrozenTable,
  columns: readonly ExportColumn[],
  rows: { readonly from: Sql; readonly where: Sql; readonly order: Sql; readonly after: number },
): Sql {
  const names = columns.map((_column, at) => sql`${valueColumn(at)}`);
  const values = columns.map(
    ({ value, type }, at) => sql`${type === 'Picklist' ? sql`toString(${value})` : value} AS ${valueColumn(at)}`,
  );
  return sql`INSERT INTO ${tableOf(table)} (${join([sql`position`, ...names])})
    SELECT ${join([sql`${uint(rows.after)} + rowNumberInAllBlocks()`, ...names])}
    FROM (
      SELECT ${join(values)}
      FROM ${rows.from}
      ${rows.where}
      ORDER BY ${rows.order})`;
}

/** Counts the frozen rows; `isNumbered` if their numbers have no gaps. */
export function countFrozen(table: FrozenTable): Sql {
  return sql`SELECT
      toUInt32(count()) AS rows,
      toBool(rows = 0 OR (max(position) + 1 = rows AND sum(position) = intDiv(rows * (rows - 1), 2))) AS isNumbered
    FROM ${tableOf(table)}`;
}

/** The frozen rows numbered from `from` up to, but without, `to`. */
export function frozenRange(
  table: FrozenTable,
  columns: readonly Pick<ExportColumn, 'header' | 'type'>[],
  isLines: boolean,
  { from, to }: { readonly from: number; readonly to: number },
): PartRows {
  return {
    isLines,
    columns: columns.map(({ header, type }, at) => ({ header, type, value: sql`${valueColumn(at)}` })),
    from: sql`${tableOf(table)} WHERE position >= ${uint(from)} AND position < ${uint(to)}`,
    order: sql`position`,
  };
}
