import type { Sql } from '@quarry/clickhouse';
import { FIELD_OPTIONS_LIMIT, MAX_UNIQUE_VALUES, UNIQUE_VALUES_PAGE_SIZE } from '@quarry/contracts';
import { foldText } from '@quarry/filters';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { ColumnStatistics } from '#server/features/datasets/dataset-schema.ts';
import { defineCache } from '#server/platform/caches.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import {
  allValuesOf,
  countUnique,
  firstStoredValues,
  firstStoredValuesOf,
  pageOfStoredValues,
  pageOfValues,
} from './data-points.sql.ts';

/** Of a column with too many values to store all, a build stores so many: what one request can fetch. */
export const FIRST_VALUES = MAX_UNIQUE_VALUES;

/** A distinct value as text, and the number of companies that have it. */
export const countedValue = z.object({ value: z.string(), count: z.number() });
export type CountedValue = z.infer<typeof countedValue>;

/** So many values of each column are kept in memory: the first page of the drawer, and suggestions before typing. */
const CACHED_VALUES = Math.max(UNIQUE_VALUES_PAGE_SIZE, FIELD_OPTIONS_LIMIT);
type FirstValues = ReadonlyMap<string, readonly CountedValue[]>;
/** By version, which never changes. */
const firstValuesCache = defineCache(() => new LRUCache<string, FirstValues>({ max: 50 }));
const uniqueRow = z.object({ __unique: z.number() });
const firstValue = countedValue.extend({ field: z.string() });

/** So many values of a column are searched in memory, which takes a millisecond; the engine needs several. */
const SEARCHED_VALUES = 50_000;
/** Characters of the values and their folded forms. */
const MAX_SEARCHED_CHARACTERS = 16 * 1024 ** 2;
const columnValues = z.object({
  texts: z.array(z.string()),
  foldedTexts: z.array(z.string()),
  counts: z.array(z.number()),
});
type ColumnValues = z.infer<typeof columnValues>;
/** By version, which never changes, and column. */
const searchedValuesCache = defineCache(() => new LRUCache<string, ColumnValues>({ maxSize: MAX_SEARCHED_CHARACTERS }));

const optionsOf = (scope: ClientScope) => ({ lane: 'people', signal: scope.request.signal }) as const;

/** The first stored values of a column, from one statement for all columns of the version. */
async function readFirstValues(
  scope: ClientScope,
  dataset: Dataset,
  column: DatasetColumn,
): Promise<readonly CountedValue[]> {
  const cache = firstValuesCache(scope);
  let first = cache.get(dataset.version);
  if (first === undefined) {
    const rows = await scope.warehouse.rows(firstStoredValues(dataset, CACHED_VALUES), firstValue, optionsOf(scope));
    first = Map.groupBy(rows, ({ field }) => field);
    cache.set(dataset.version, first);
  }
  return (first.get(column.fieldName) ?? []).map(({ value, count }) => ({ value, count }));
}

/** True if a build has stored every value of the column. */
function hasAllValues(column: DatasetColumn, statistics: ColumnStatistics): boolean {
  return statistics.hasAllValues ?? statistics.unique <= allValuesOf(column);
}

export interface ValuesRequest {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

/** A page of distinct values, the number of those that the search finds, and of all. */
export interface ValuesAnswer {
  readonly values: readonly CountedValue[];
  readonly found: number;
  readonly unique: number;
}

/** Reads a page of a column's distinct values that contain the search text, most frequent first. */
export async function readValues(
  scope: ClientScope,
  dataset: Dataset,
  column: DatasetColumn,
  { search, offset, limit }: ValuesRequest,
  /** The condition on companies; undefined for the whole dataset. */
  match?: Sql,
): Promise<ValuesAnswer> {
  const { warehouse } = scope;
  const page = { search: foldText(search), offset, limit };
  const isSearch = page.search !== '';
  const end = offset + limit;
  const statistics = match === undefined ? dataset.statistics?.columns[column.fieldName] : undefined;
  const hasAll = statistics !== undefined && hasAllValues(column, statistics);
  if (statistics !== undefined && !isSearch && (hasAll || end <= FIRST_VALUES)) {
    const { unique } = statistics;
    const values =
      Math.min(end, unique) <= CACHED_VALUES
        ? (await readFirstValues(scope, dataset, column)).slice(offset, end)
        : await warehouse.rows(pageOfStoredValues(dataset, column, page), countedValue, optionsOf(scope));
    return { values, found: unique, unique };
  }
  if (hasAll && statistics.unique <= SEARCHED_VALUES) {
    const found = findValues(await readSearchedValues(scope, dataset, column, statistics), page.search);
    return { values: found.slice(offset, end), found: found.length, unique: statistics.unique };
  }
  const statement = hasAll ? pageOfStoredValues(dataset, column, page) : pageOfValues(dataset, column, page, match);
  const [{ rows: values, rowsBeforeLimit: found }, all] = await Promise.all([
    warehouse.rowsWithTotal(statement, countedValue, optionsOf(scope)),
    isSearch ? (statistics?.unique ?? readUnique(scope, dataset, column, match)) : null,
  ]);
  return { values, found, unique: all ?? found };
}

async function readUnique(scope: ClientScope, dataset: Dataset, column: DatasetColumn, match?: Sql): Promise<number> {
  const [row] = await scope.warehouse.rows(countUnique(dataset, column, match), uniqueRow, optionsOf(scope));
  return row?.__unique ?? 0;
}

/** The stored values of a column that are searched in memory, most frequent first: all of them, or the first ones. */
async function readSearchedValues(
  scope: ClientScope,
  dataset: Dataset,
  column: DatasetColumn,
  statistics: ColumnStatistics,
): Promise<ColumnValues> {
  const cache = searchedValuesCache(scope);
  const key = `${dataset.version} ${column.fieldName}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const limit = hasAllValues(column, statistics) ? SEARCHED_VALUES : FIRST_VALUES;
  const statement = firstStoredValuesOf(dataset, column, limit);
  const [read] = await scope.warehouse.rows(statement, columnValues, optionsOf(scope));
  if (read === undefined) throw new Error(`The values of ${column.fieldName} were not read`);
  const characters = [...read.texts, ...read.foldedTexts].reduce((sum, each) => sum + each.length, 1);
  cache.set(key, read, { size: characters });
  return read;
}

/** Finds the values that contain the folded text; at most `limit`. */
function findValues(
  { texts, foldedTexts, counts }: ColumnValues,
  needle: string,
  limit = Number.POSITIVE_INFINITY,
): CountedValue[] {
  const found: CountedValue[] = [];
  for (let at = 0; at < texts.length && found.length < limit; at++) {
    if (foldedTexts[at]?.includes(needle) === true) found.push({ value: texts[at] ?? '', count: counts[at] ?? 0 });
  }
  return found;
}

/** Reads the most frequent values that contain the search text. */
export async function searchValues(
  scope: ClientScope,
  dataset: Dataset,
  column: DatasetColumn,
  search: string,
  limit: number,
): Promise<readonly CountedValue[]> {
  const needle = foldText(search);
  if (needle === '') return (await readValues(scope, dataset, column, { search: '', offset: 0, limit })).values;
  const page = { search: needle, offset: 0, limit };
  const statistics = dataset.statistics?.columns[column.fieldName];
  const hasAll = statistics !== undefined && hasAllValues(column, statistics);
  if (statistics !== undefined) {
    const found = findValues(await readSearchedValues(scope, dataset, column, statistics), needle, limit);
    // The values in memory are the most frequent ones, so others that contain the text come after them.
    if (found.length === limit || (hasAll && statistics.unique <= SEARCHED_VALUES)) return found;
  }
  const statement = hasAll ? pageOfStoredValues(dataset, column, page) : pageOfValues(dataset, column, page);
  return scope.warehouse.rows(statement, countedValue, optionsOf(scope));
}
