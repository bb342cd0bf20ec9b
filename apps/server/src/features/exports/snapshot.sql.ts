import { ident, join, type Sql, sql, uint } from '@quarry/clickhouse';
import { BEST_FIRST } from '#server/features/datasets/table.ts';
import type { ExportColumn } from './export-columns.ts';
import type { KeptTable } from './exports.sql.ts';
import type { PartRows } from './part-rows.sql.ts';

/** A row's place in the order of the dataset's table: its id and the bits of its score, which a decimal would round. */
export interface RowKey {
  readonly score: string;
  readonly id: string;
}

/** The export's rows after one key, up to and including another; null means no bound. */
export interface SnapshotRange {
  readonly table: KeptTable;
  readonly where: Sql;
  readonly after: RowKey | null;
  readonly last: RowKey | null;
}

/** The order in which a snapshot is exported: best first, as the dataset's table lies, so that nothing is sorted. */
const ORDER = join(BEST_FIRST);

const scoreOf = ({ score }: RowKey): Sql => sql`reinterpretAsFloat64(${uint(score)})`;

// Two conditions each, the first in the words of the table's key, so that it narrows down what is read.
const behind = (key: RowKey): Sql =>
  sql`negate(__quality_score) >= negate(${scoreOf(key)})
    AND (__quality_score < ${scoreOf(key)} OR __company_id < ${uint(key.id)})`;
const upTo = (key: RowKey): Sql =>
  sql`negate(__quality_score) <= negate(${scoreOf(key)})
    AND (__quality_score > ${scoreOf(key)} OR __company_id >= ${uint(key.id)})`;

function fromRange({ table, where, after, last }: SnapshotRange): Sql {
  const begins = after === null ? sql`1` : behind(after);
  const ends = last === null ? sql`1` : upTo(last);
  return sql`${ident(table.database, table.name)}
    ${where.isEmpty ? sql`WHERE` : sql`${where} AND`} ${begins} AND ${ends}`;
}

/** How many rows an export of a snapshot has. */
export function countRange(range: SnapshotRange): Sql {
  return sql`SELECT toUInt32(count()) AS rows
    FROM ${fromRange(range)}`;
}

/** The key of the row number `at` of a range, from 0: `score` and `id`. */
export function keyInRange(range: SnapshotRange, at: number): Sql {
  // Under names that no data point has.
  return sql`SELECT
      toString(reinterpretAsUInt64(__quality_score)) AS __export_score,
      toString(__company_id) AS __export_id
    FROM ${fromRange(range)}
    ORDER BY ${ORDER}
    LIMIT 1 OFFSET ${uint(at)}`;
}

/** The rows of a range. */
export function rowsInRange(range: SnapshotRange, columns: readonly ExportColumn[]): PartRows {
  return { columns, isLines: false, from: fromRange(range), order: ORDER };
}
