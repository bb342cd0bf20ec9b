import { emptySql, ident, join, type Sql, sql, text, uint } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import { isFilled } from '#server/features/universe/is-filled.sql.ts';

/**
 * Values as text, one row per value: items of lists, once per company. Here and below, what stands beside a column has
 * a name that begins with underscores, because a client may call its column by any other, and the engine would take the
 * one for the other.
 */
function valuesOf(dataset: Dataset, column: DatasetColumn): Sql {
  if (traitsOf(column.type).form === 'list')
    return sql`SELECT arrayJoin(arrayDistinct(${column.value})) AS __value FROM ${dataset.table()}`;
  return sql`SELECT toString(assumeNotNull(${column.value})) AS __value
    FROM ${dataset.table()}
    WHERE ${isFilled(column.type, column.value)}`;
}

/** Totals of a column, and for numbers and dates the ends and the average. */
export function columnTotals(dataset: Dataset, column: DatasetColumn): Sql {
  const { form } = traitsOf(column.type);
  const ends =
    form === 'number' || form === 'date'
      ? sql`, toString(min(${column.value})) AS __min, toString(max(${column.value})) AS __max`
      : emptySql;
  const average = form === 'number' ? sql`, avg(${column.value}) AS __average` : emptySql;
  return sql`SELECT
      toUInt32(count()) AS __records,
      toUInt32(countIf(${isFilled(column.type, column.value)})) AS __filled${ends}${average}
    FROM ${dataset.table()}`;
}

/** How many companies have a value: `__records`, and for each column `filledName` of its place. */
export function filledTotals(dataset: Dataset, columns: readonly DatasetColumn[]): Sql {
  const filled = columns.map(
    (column, at) => sql`toUInt32(countIf(${isFilled(column.type, column.value)})) AS ${ident(filledName(at))}`,
  );
  return sql`SELECT ${join([sql`toUInt32(count()) AS __records`, ...filled])} FROM ${dataset.table()}`;
}

/** What `filledTotals` calls the count of the column at that place. */
export const filledName = (at: number): string => `__filled_${at}`;

/** A page of distinct values, most frequent first, with the exact number of distinct values. */
export function distinctValues(dataset: Dataset, column: DatasetColumn, offset: number, limit: number): Sql {
  return sql`SELECT __value AS value, toUInt32(count()) AS count
    FROM (${valuesOf(dataset, column)})
    GROUP BY value
    ORDER BY count DESC, value ASC
    LIMIT ${uint(limit)} OFFSET ${uint(offset)}`;
}

/** Values that contain the typed text, ignoring case, most frequent first. */
export function suggestedValues(dataset: Dataset, column: DatasetColumn, typed: string, limit: number): Sql {
  const matching = typed === '' ? emptySql : sql`WHERE positionCaseInsensitiveUTF8(__value, ${text(typed)}) > 0`;
  return sql`SELECT __value AS value, toUInt32(count()) AS count
    FROM (${valuesOf(dataset, column)})
    ${matching}
    GROUP BY value
    ORDER BY count DESC, value ASC
    LIMIT ${uint(limit)}`;
}
