import { type Sql, sql, uint } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';

const isList = ({ type }: DatasetColumn): boolean => traitsOf(type).form === 'list';

/** What a CRM's field must hold to take every value of a column. */
export function factsOfColumn(dataset: Dataset, column: DatasetColumn): Sql {
  const { value } = column;
  const { form } = traitsOf(column.type);
  const each = isList(column) ? sql`arrayJoin(${value})` : value;
  const longest = isList(column)
    ? sql`max(lengthUTF8(arrayStringConcat(${value}, '; ')))`
    : form === 'text'
      ? sql`max(lengthUTF8(${value}))`
      : sql`0`;
  // Six decimals are the most that any CRM's field takes.
  const decimals =
    form === 'number'
      ? sql`max(multiIf(${value} = round(${value}), 0, ${value} = round(${value}, 2), 2, ${value} = round(${value}, 4), 4, 6))`
      : sql`0`;
  return sql`SELECT
      toUInt32(ifNull(any(__longest), 0)) AS longest,
      toUInt32(ifNull(any(__decimals), 0)) AS decimals,
      toUInt32(any(__distinct)) AS distinct
    FROM (
      SELECT ${longest} AS __longest, ${decimals} AS __decimals,
        (SELECT uniqExact(__item) FROM (SELECT ${each} AS __item FROM ${dataset.table()})
          WHERE toString(ifNull(__item, '')) != '') AS __distinct
      FROM ${dataset.table()}
    )`;
}

/** The distinct values of a column of choices, most frequent first. */
export function valuesOfColumn(dataset: Dataset, column: DatasetColumn, limit: number): Sql {
  const each = isList(column) ? sql`arrayJoin(${column.value})` : column.value;
  return sql`SELECT toString(__item) AS value
    FROM (SELECT ${each} AS __item FROM ${dataset.table()})
    WHERE value != ''
    GROUP BY value
    ORDER BY count() DESC, value
    LIMIT ${uint(limit)}`;
}
