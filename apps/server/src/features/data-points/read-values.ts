import type { Sql } from '@quarry/clickhouse';
import { FIELD_OPTIONS_LIMIT, MAX_UNIQUE_VALUES, UNIQUE_VALUES_PAGE_SIZE } from '@quarry/contracts';
import { foldText } from '@quarry/filters';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import { defineCache } from '#server/platform/caches.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { allValuesOf, countUnique, firstStoredValues, pageOfStoredValues, pageOfValues } from './data-points.sql.ts';

/** Of a column with more values than `allValuesOf`, a build stores at least so many: what one request can fetch. */
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

interface ValuesRequest {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
  /** The condition on companies; undefined for the whole dataset. */
  readonly match?: Sql | undefined;
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
  { search, offset, limit, match }: ValuesRequest,
): Promise<ValuesAnswer> {
  const { warehouse } = scope;
  const page = { search: foldText(search), offset, limit };
  const isSearch = page.search !== '';
  const unique = match === undefined ? dataset.statistics?.columns[column.fieldName]?.unique : undefined;
  const isStored =
    unique !== undefined && (unique <= allValuesOf(column) || (!isSearch && offset + limit <= FIRST_VALUES));
  if (isStored && unique <= CACHED_VALUES) {
    const all = await readFirstValues(scope, dataset, column);
    const found = isSearch ? all.filter(({ value }) => foldText(value).includes(page.search)) : all;
    return { values: found.slice(offset, offset + limit), found: isSearch ? found.length : unique, unique };
  }
  if (isStored && !isSearch) {
    if (offset + limit <= CACHED_VALUES) {
      const first = await readFirstValues(scope, dataset, column);
      return { values: first.slice(offset, offset + limit), found: unique, unique };
    }
    const values = await warehouse.rows(pageOfStoredValues(dataset, column, page), countedValue, optionsOf(scope));
    return { values, found: unique, unique };
  }
  const statement = isStored ? pageOfStoredValues(dataset, column, page) : pageOfValues(dataset, column, page, match);
  const [{ rows: values, rowsBeforeLimit: found }, all] = await Promise.all([
    warehouse.rowsWithTotal(statement, countedValue, optionsOf(scope)),
    isSearch && unique === undefined ? readUnique(scope, dataset, column, match) : unique,
  ]);
  return { values, found, unique: isSearch ? (all ?? found) : found };
}

async function readUnique(scope: ClientScope, dataset: Dataset, column: DatasetColumn, match?: Sql): Promise<number> {
  const [row] = await scope.warehouse.rows(countUnique(dataset, column, match), uniqueRow, optionsOf(scope));
  return row?.__unique ?? 0;
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
  const unique = dataset.statistics?.columns[column.fieldName]?.unique ?? Number.POSITIVE_INFINITY;
  if (unique <= CACHED_VALUES) return (await readValues(scope, dataset, column, { search, offset: 0, limit })).values;
  const statement =
    unique <= allValuesOf(column) ? pageOfStoredValues(dataset, column, page) : pageOfValues(dataset, column, page);
  return scope.warehouse.rows(statement, countedValue, optionsOf(scope));
}
