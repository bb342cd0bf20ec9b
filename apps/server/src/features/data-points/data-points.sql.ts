import { emptySql, float, ident, join, type Sql, sql, text, texts, uint } from '@quarry/clickhouse';
import { type FieldType, traitsOf } from '@quarry/filters';
import { foldSql } from '@quarry/filters/compile';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import { MOST_FREQUENT_FIRST } from '#server/features/datasets/table.ts';
import { isFilled } from '#server/features/universe/is-filled.sql.ts';

// Aliases over the dataset's table start with underscores because clients can give their columns any other name, which
// the engine would confuse with the alias.

/** The alias of a column's total in `totalsOf`, by the column's index. */
export const totalAlias = (total: 'filled' | 'min' | 'max' | 'average', at: number): string => `__${total}_${at}`;

/**
 * Counts companies as `__records` and, per column, those with a value; with the range of numbers and dates, as text, and
 * the average of numbers.
 */
export function totalsOf(dataset: Dataset, columns: readonly DatasetColumn[], match: Sql = emptySql): Sql {
  const totals = columns.flatMap(({ type, value }, at) => {
    const as = (total: Parameters<typeof totalAlias>[0]) => ident(totalAlias(total, at));
    const filled = sql`toUInt32(countIf(${isFilled(type, value)})) AS ${as('filled')}`;
    const { form } = traitsOf(type);
    if (form !== 'number' && form !== 'date') return [filled];
    const range = [sql`toString(min(${value})) AS ${as('min')}`, sql`toString(max(${value})) AS ${as('max')}`];
    return form === 'date' ? [filled, ...range] : [filled, ...range, sql`avg(${value}) AS ${as('average')}`];
  });
  return sql`SELECT ${join([sql`toUInt32(count()) AS __records`, ...totals])} FROM ${dataset.table()} ${where([match])}`;
}

/**
 * The number of the companies that match and of those with a value; of these, the range, average and quartiles of a
 * number or date, and if all are whole.
 */
export function figuresOf(dataset: Dataset, { type, value }: DatasetColumn, match: Sql): Sql {
  const isDate = traitsOf(type).form === 'date';
  const number = asNumber(type, value);
  return sql`SELECT
      toUInt32(count()) AS __records,
      toUInt32(countIf(${isFilled(type, value)})) AS __filled,
      toFloat64(min(${number})) AS __min,
      toFloat64(max(${number})) AS __max,
      ${isDate ? sql`NULL` : sql`avg(${value})`} AS __average,
      quantilesExactLow(0.25, 0.5, 0.75)(${number}) AS __quartiles,
      ${isDate ? sql`true` : sql`toBool(min(${value} = trunc(${value})))`} AS __is_whole
    FROM ${dataset.table()}
    ${where([match])}`;
}

/** Counts the companies with a value at or above each of the `edges`. */
export function edgesOf(dataset: Dataset, { type, value }: DatasetColumn, edges: readonly number[], match: Sql): Sql {
  const number = asNumber(type, sql`assumeNotNull(${value})`);
  // Comparing with every edge costs the engine less than finding the bar of each value and grouping by it.
  const counts = edges.map((edge) => sql`toUInt32(countIf(${number} >= ${float(edge)}))`);
  return sql`SELECT [${join(counts)}] AS __reached
    FROM ${dataset.table()}
    ${where([isFilled(type, value), match])}`;
}

/** A date as the number of its day since 1970. */
function asNumber(type: FieldType, value: Sql): Sql {
  return traitsOf(type).form === 'date' ? sql`toFloat64(toInt32(${value}))` : value;
}

function where(conditions: readonly Sql[]): Sql {
  const parts = conditions.filter((condition) => !condition.isEmpty);
  return parts.length === 0 ? emptySql : sql`WHERE ${join(parts, ' AND ')}`;
}

/** One row per company and value in the column's own type, as `__value`, of the companies that match. */
function valuesOf(dataset: Dataset, { type, value, hasDistinctItems }: DatasetColumn, match: Sql = emptySql): Sql {
  if (traitsOf(type).form === 'list') {
    const items = hasDistinctItems ? value : sql`arrayDistinct(${value})`;
    return sql`SELECT arrayJoin(${items}) AS __value FROM ${dataset.table()} ${where([match])}`;
  }
  const filled = sql`assumeNotNull(${value})`;
  // The engine tells 0 from -0, people don't.
  const shown = traitsOf(type).form === 'number' ? sql`${filled} + 0` : filled;
  return sql`SELECT ${shown} AS __value FROM ${dataset.table()} ${where([isFilled(type, value), match])}`;
}

/** Each distinct value as text, with its number of companies as `count`. */
function distinctValues(values: Sql): Sql {
  return sql`SELECT toString(__value) AS value, toUInt32(count()) AS count FROM (${values}) GROUP BY __value`;
}

interface ValuesPage {
  /** Folded; all values contain ''. */
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

/** The alias of a column's estimate in `estimateUnique`, by the column's index. */
export const estimateAlias = (at: number): string => `__estimate_${at}`;

/** Estimates the number of distinct values of each column of numbers. */
export function estimateUnique(dataset: Dataset, columns: readonly DatasetColumn[]): Sql {
  const estimates = columns.map(({ value }, at) => sql`toUInt32(uniqHLL12(${value})) AS ${ident(estimateAlias(at))}`);
  return sql`SELECT ${join(estimates)} FROM ${dataset.table()}`;
}

/** A page of the distinct values of the companies that match, most frequent first. */
export function pageOfValues(
  dataset: Dataset,
  column: DatasetColumn,
  { search, offset, limit }: ValuesPage,
  match: Sql = emptySql,
): Sql {
  const page = sql`ORDER BY ${join(MOST_FREQUENT_FIRST)} LIMIT ${uint(limit)} OFFSET ${uint(offset)}`;
  if (search === '') return sql`${distinctValues(valuesOf(dataset, column, match))} ${page}`;
  if (traitsOf(column.type).form === 'text') {
    const rule = { id: 'rule', field: column.fieldName, operator: 'containsText', value: [search] };
    const contains = compileDatasetFilter(dataset, { id: 'root', combinator: 'and', rules: [rule] });
    const matching = sql`SELECT ${column.value} AS __value
      FROM ${dataset.table()}
      ${where([contains, match])}`;
    return sql`${distinctValues(matching)} ${page}`;
  }
  // Few values are distinct, so they are folded after grouping.
  return sql`SELECT value, count
    FROM (${distinctValues(valuesOf(dataset, column, match))})
    WHERE position(${foldedValue(column)}, ${text(search)}) > 0
    ${page}`;
}

/**
 * All distinct values of a column of single values as `texts`, most frequent first, with the negated numbers of the
 * companies that match as `negatedCounts`, and the number of those without a value as `missing`.
 */
export function allValues(dataset: Dataset, { type, value }: DatasetColumn, match: Sql): Sql {
  const shown = traitsOf(type).form === 'number' ? sql`${value} + 0` : value;
  const grouped = sql`SELECT ${shown} AS __value, toUInt32(count()) AS count
    FROM ${dataset.table()}
    ${where([match])}
    GROUP BY __value`;
  // Negated, the counts sort by themselves: the engine takes two milliseconds to prepare a statement with a lambda.
  return sql`WITH arraySort(groupArrayIf((negate(toInt32(count)), value), value != '')) AS items
    SELECT tupleElement(items, 2) AS texts,
      tupleElement(items, 1) AS negatedCounts,
      toUInt32(sumIf(count, value = '')) AS missing
    FROM (SELECT ifNull(toString(__value), '') AS value, count FROM (${grouped}))`;
}

/**
 * All about a number or date of the companies that match, from the counts of its distinct values: as `figuresOf`, with the
 * companies at or above each of the `edges`, a page of the values from the first one to its end as `__top`, and how many
 * contain the search text.
 */
export function groupedFigures(
  dataset: Dataset,
  { type, value }: DatasetColumn,
  { search, offset, limit }: ValuesPage,
  edges: readonly number[],
  match: Sql,
): Sql {
  const isDate = traitsOf(type).form === 'date';
  const filled = sql`assumeNotNull(${value})`;
  const number = sql`__number`;
  const shown = isDate ? sql`toString(toDate32(toInt32(${number})))` : sql`toString(${number})`;
  const isFound = search === '' ? sql`true` : sql`position(${shown}, ${text(search)}) > 0`;
  const counts = edges.map((edge) => sql`toUInt32(sumIf(__count, ${number} >= ${float(edge)}))`);
  return sql`SELECT
      toUInt32(sum(__count)) AS __filled,
      min(${number}) AS __min,
      max(${number}) AS __max,
      ${isDate ? sql`NULL` : sql`sum(${number} * __count) / sum(__count)`} AS __average,
      quantilesExactLowArray(0.25, 0.5, 0.75)(arrayWithConstant(__count, ${number})) AS __quartiles,
      ${isDate ? sql`true` : sql`toBool(min(${number} = trunc(${number})))`} AS __is_whole,
      CAST([${join(counts)}], 'Array(UInt32)') AS __reached,
      toUInt32(count()) AS __unique,
      toUInt32(countIf(${isFound})) AS __found,
      groupArraySortedIf(${uint(offset + limit)})((negate(toInt32(__count)), ${shown}), ${isFound}) AS __top
    FROM (
      SELECT ${isDate ? sql`toFloat64(toInt32(${filled}))` : sql`${filled} + 0`} AS __number, toUInt32(count()) AS __count
      FROM ${dataset.table()}
      ${where([isFilled(type, value), match])}
      GROUP BY __number)`;
}

/** Counts the distinct values of the companies that match as `__unique`. */
export function countUnique(dataset: Dataset, column: DatasetColumn, match: Sql = emptySql): Sql {
  return sql`SELECT toUInt32(uniqExact(__value)) AS __unique FROM (${valuesOf(dataset, column, match)})`;
}

/**
 * The most distinct values of a column that a build stores all of; of a column with more, or with few companies per value,
 * it stores only the first ones.
 */
export function allValuesOf({ type }: DatasetColumn): number {
  const { form, isBulky } = traitsOf(type);
  return form === 'text' && isBulky === true ? 20_000 : 200_000;
}

/** The folded form of a distinct `value` as text. Numbers, dates and booleans are written without anything to fold. */
function foldedValue({ type }: DatasetColumn): Sql {
  const { form } = traitsOf(type);
  return form === 'text' || form === 'list' ? foldSql(sql`value`) : sql`value`;
}

/** Writes the most frequent values of each column into the values table. */
export function storeValues(dataset: Dataset, columns: readonly DatasetColumn[]): Sql {
  const pages = columns.map(
    (column) => sql`SELECT ${text(column.fieldName)} AS field, value, ${foldedValue(column)} AS folded, count
      FROM (${pageOfValues(dataset, column, { search: '', offset: 0, limit: allValuesOf(column) })})`,
  );
  return sql`INSERT INTO ${dataset.valuesTable()} (field, value, folded, count) ${join(pages, ' UNION ALL ')}`;
}

/** At most so many values of at most so many bytes together. */
export interface ValuesBound {
  readonly limit: number;
  readonly bytes: number;
}

/** The first of the values, most frequent first, that have at most so many bytes together. */
function withinBytes(values: Sql, bytes: number): Sql {
  const before = sql`ORDER BY ${join(MOST_FREQUENT_FIRST)} ROWS UNBOUNDED PRECEDING`;
  return sql`SELECT value, folded, count
    FROM (SELECT value, folded, count, sum(length(value)) OVER (${before}) AS __bytes FROM (${values}))
    WHERE __bytes <= ${uint(bytes)}`;
}

/** Writes the first values of a column into the values table. */
export function storeFirstValues(dataset: Dataset, column: DatasetColumn, { limit, bytes }: ValuesBound): Sql {
  const page = pageOfValues(dataset, column, { search: '', offset: 0, limit });
  const values = sql`SELECT value, ${foldedValue(column)} AS folded, count FROM (${page})`;
  return sql`INSERT INTO ${dataset.valuesTable()} (field, value, folded, count)
    SELECT ${text(column.fieldName)}, value, folded, count FROM (${withinBytes(values, bytes)})`;
}

/** Copies the stored values of columns that are the same in another version. */
export function copyValues(dataset: Dataset, other: Dataset, fieldNames: readonly string[]): Sql {
  return sql`INSERT INTO ${dataset.valuesTable()} (field, value, folded, count)
    SELECT field, value, folded, count
    FROM ${other.valuesTable()}
    WHERE field IN ${texts(fieldNames)}`;
}

/** The number of stored values by column. */
export function countStoredValues(dataset: Dataset): Sql {
  return sql`SELECT field, toUInt32(count()) AS stored FROM ${dataset.valuesTable()} GROUP BY field`;
}

/** The first stored values of every column, by `field`. */
export function firstStoredValues(dataset: Dataset, limit: number): Sql {
  return sql`SELECT field, value, count
    FROM ${dataset.valuesTable()}
    ORDER BY field, ${join(MOST_FREQUENT_FIRST)}
    LIMIT ${uint(limit)} BY field`;
}

/** The first stored values of a column in one row, most frequent first. */
export function firstStoredValuesOf(dataset: Dataset, column: DatasetColumn, { limit, bytes }: ValuesBound): Sql {
  const stored = sql`SELECT value, folded, count
    FROM ${dataset.valuesTable()}
    WHERE field = ${text(column.fieldName)}
    ORDER BY ${join(MOST_FREQUENT_FIRST)}
    LIMIT ${uint(limit)}`;
  // Sorted afterwards, because several threads gather the rows in no particular order.
  return sql`WITH arraySort(item -> (negate(item.3), item.1), groupArray((value, folded, count))) AS items
    SELECT arrayMap(item -> item.1, items) AS texts,
      arrayMap(item -> item.2, items) AS foldedTexts,
      arrayMap(item -> item.3, items) AS counts
    FROM (${withinBytes(stored, bytes)})`;
}

/** A page of the stored values that contain the folded text; all of them contain ''. */
export function pageOfStoredValues(
  dataset: Dataset,
  column: DatasetColumn,
  { search, offset, limit }: ValuesPage,
): Sql {
  const matching = search === '' ? emptySql : sql`AND position(folded, ${text(search)}) > 0`;
  return sql`SELECT value, count
    FROM ${dataset.valuesTable()}
    WHERE field = ${text(column.fieldName)} ${matching}
    ORDER BY ${join(MOST_FREQUENT_FIRST)}
    LIMIT ${uint(limit)} OFFSET ${uint(offset)}`;
}
