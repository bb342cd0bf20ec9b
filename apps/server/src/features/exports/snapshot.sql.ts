import { ident, join, type Sql, sql, uint } from '@quarry/clickhouse';
import { BEST_FIRST } from '#server/features/datasets/table.ts';
import type { ExportColumn } from './export-columns.ts';
import type { FrozenTable } from './exports.sql.ts';
import type { PartRows } from './part-rows.sql.ts';

/** A row's place in the order of the dataset's table: its id and the bits of its score; a decimal would be rounded. */
export interface RowKey {
  readonly score: string;
  readonly id: string;
}

/** The export's rows after one key, up to and including another; null for no bound. */
export interface SnapshotRange {
  readonly table: FrozenTable;
  readonly where: Sql;
  readonly after: RowKey | null;
  readonly last: RowKey | null;
}

/** The order of the dataset's table, so that nothing is sorted. */
const ORDER = join(BEST_FIRST);

const scoreOf = ({ score }: RowKey): Sql => sql`reinterpretAsFloat64(${uint(score)})`;

// Two conditions each: the first repeats the table's sorting key, so that it narrows down the read.
const isAfter = (key: RowKey): Sql =>
  sql`negate(__quality_score) >= negate(${scoreOf(key)})
    AND (__quality_score < ${scoreOf(key)} OR __company_id < ${uint(key.id)})`;
const isUpTo = (key: RowKey): Sql =>
  sql`negate(__quality_score) <= negate(${scoreOf(key)})
    AND (__quality_score > ${scoreOf(key)} OR __company_id >= ${uint(key.id)})`;

function fromRange({ table, where, after, last }: SnapshotRange): Sql {
  const begins = after === null ? sql`1` : isAfter(after);
  const ends = last === null ? sql`1` : isUpTo(last);
  return sql`${ident(table.database, table.name)}
    ${where.isEmpty ? sql`WHERE` : sql`${where} AND`} ${begins} AND ${ends}`;
}

export function countRange(range: SnapshotRange): Sql {
  return sql`SELECT toUInt32(count()) AS rows
    FROM ${fromRange(range)}`;
}

/** The key of row number `at` of a range, counted from 0. */
export function keyInRange(range: SnapshotRange, at: number): Sql {
  // Aliases unlike any data point's name.
  return sql`SELECT
      toString(reinterpretAsUInt64(__quality_score)) AS __export_score,
      toString(__company_id) AS __export_id
    FROM ${fromRange(range)}
    ORDER BY ${ORDER}
    LIMIT 1 OFFSET ${uint(at)}`;
}

export function rowsInRange(range: SnapshotRange, columns: readonly ExportColumn[]): PartRows {
  return { columns, isLines: false, from: fromRange(range), order: ORDER };
}
