import { emptySql, ident, join, type Sql, sql, text, uint } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import { isFilled } from '#server/features/universe/is-filled.sql.ts';

/**
 * Values as text, one row per value; list items once per company. Aliases in this file start with underscores because
 * clients can give their columns any other name, which the engine would confuse with the alias.
 */
function valuesOf(dataset: Dataset, column: DatasetColumn): Sql {
  if (traitsOf(column.type).form === 'list')
    return sql`SELECT arrayJoin(arrayDistinct(${column.value})) AS __value FROM ${dataset.table()}`;
  return sql`SELECT toString(assumeNotNull(${column.value})) AS __value
    FROM ${dataset.table()}
    WHERE ${isFilled(column.type, column.value)}`;
}

/** Counts of a column, with the range of numbers and dates and the average of numbers. */
export function columnTotals(dataset: Dataset, column: DatasetColumn): Sql {
  const { form } = traitsOf(column.type);
  const range =
    form === 'number' || form === 'date'
      ? sql`, toString(min(${column.value})) AS __min, toString(max(${column.value})) AS __max`
      : emptySql;
  const average = form === 'number' ? sql`, avg(${column.value}) AS __average` : emptySql;
  return sql`SELECT
      toUInt32(count()) AS __records,
      toUInt32(countIf(${isFilled(column.type, column.value)})) AS __filled${range}${average}
    FROM ${dataset.table()}`;
}

/** Counts companies as `__records`, and those with a value in each column as `filledAlias` of its index. */
export function filledTotals(dataset: Dataset, columns: readonly DatasetColumn[]): Sql {
  const filled = columns.map(
    (column, at) => sql`toUInt32(countIf(${isFilled(column.type, column.value)})) AS ${ident(filledAlias(at))}`,
  );
  return sql`SELECT ${join([sql`toUInt32(count()) AS __records`, ...filled])} FROM ${dataset.table()}`;
}

export const filledAlias = (at: number): string => `__filled_${at}`;

/** A page of distinct values, most frequent first. */
export function distinctValues(dataset: Dataset, column: DatasetColumn, offset: number, limit: number): Sql {
  return sql`SELECT __value AS value, toUInt32(count()) AS count
    FROM (${valuesOf(dataset, column)})
    GROUP BY value
    ORDER BY count DESC, value ASC
    LIMIT ${uint(limit)} OFFSET ${uint(offset)}`;
}

/** Values that contain the search text, ignoring case, most frequent first. */
export function suggestedValues(dataset: Dataset, column: DatasetColumn, search: string, limit: number): Sql {
  const matching = search === '' ? emptySql : sql`WHERE positionCaseInsensitiveUTF8(__value, ${text(search)}) > 0`;
  return sql`SELECT __value AS value, toUInt32(count()) AS count
    FROM (${valuesOf(dataset, column)})
    ${matching}
    GROUP BY value
    ORDER BY count DESC, value ASC
    LIMIT ${uint(limit)}`;
}
