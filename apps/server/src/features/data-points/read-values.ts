import type { Sql } from '@quarry/clickhouse';
import { FIELD_OPTIONS_LIMIT, MAX_UNIQUE_VALUES, UNIQUE_VALUES_PAGE_SIZE } from '@quarry/contracts';
import { foldText } from '@quarry/filters';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { ColumnStatistics } from '#server/features/datasets/dataset-schema.ts';
import { defineCache } from '#server/platform/caches.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { readUnique } from './column-totals.ts';
import { allValuesOf, firstStoredValues, pageOfStoredValues, pageOfValues } from './data-points.sql.ts';
import { type CountedValue, countedValue, findValues, readSearchedValues, SEARCHED_VALUES } from './searched-values.ts';

/** So many values of each column are kept in memory: the first page of the drawer, and suggestions before typing. */
const CACHED_VALUES = Math.max(UNIQUE_VALUES_PAGE_SIZE, FIELD_OPTIONS_LIMIT);
type FirstValues = ReadonlyMap<string, readonly CountedValue[]>;
/** By version, which never changes. */
const firstValuesCache = defineCache(() => new LRUCache<string, FirstValues>({ max: 50 }));
const firstValue = countedValue.extend({ field: z.string() });

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

/** How many values of the column a build has stored, the most frequent ones. */
function storedValues(column: DatasetColumn, { unique, hasAllValues, stored }: ColumnStatistics): number {
  if (stored !== undefined) return stored;
  // Of a column with too many values, builds of earlier releases stored as many as one request can fetch.
  return (hasAllValues ?? unique <= allValuesOf(column)) ? unique : Math.min(unique, MAX_UNIQUE_VALUES);
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
  const stored = statistics === undefined ? 0 : storedValues(column, statistics);
  const hasAll = stored === statistics?.unique;
  if (statistics !== undefined && !isSearch && (hasAll || end <= stored)) {
    const { unique } = statistics;
    const values =
      Math.min(end, unique) <= CACHED_VALUES
        ? (await readFirstValues(scope, dataset, column)).slice(offset, end)
        : await warehouse.rows(pageOfStoredValues(dataset, column, page), countedValue, optionsOf(scope));
    return { values, found: unique, unique };
  }
  if (hasAll && stored <= SEARCHED_VALUES.limit) {
    const searched = await readSearchedValues(scope, dataset, column);
    if (searched.texts.length === stored) {
      const found = findValues(searched, page.search);
      return { values: found.slice(offset, end), found: found.length, unique: stored };
    }
  }
  const statement = hasAll ? pageOfStoredValues(dataset, column, page) : pageOfValues(dataset, column, page, match);
  const [{ rows: values, rowsBeforeLimit: found }, all] = await Promise.all([
    warehouse.rowsWithTotal(statement, countedValue, optionsOf(scope)),
    isSearch ? (statistics?.unique ?? readUnique(warehouse, dataset, column, optionsOf(scope), match)) : null,
  ]);
  return { values, found, unique: all ?? found };
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
  if (statistics !== undefined) {
    const searched = await readSearchedValues(scope, dataset, column);
    const found = findValues(searched, needle, limit);
    // The values in memory are the most frequent ones, so others that contain the text come after them.
    if (found.length === limit || searched.texts.length === statistics.unique) return found;
  }
  const hasAll = statistics !== undefined && storedValues(column, statistics) === statistics.unique;
  const statement = hasAll ? pageOfStoredValues(dataset, column, page) : pageOfValues(dataset, column, page);
  return scope.warehouse.rows(statement, countedValue, optionsOf(scope));
}
