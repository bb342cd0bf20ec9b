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
  firstStoredValues,
  pageOfStoredValues,
  pageOfValues,
  suggestedValues,
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

/** True if a build has stored every value of the column. */
function hasAllValues(column: DatasetColumn, statistics: ColumnStatistics | undefined): boolean {
  if (statistics === undefined) return false;
  return statistics.hasAllValues ?? statistics.unique <= allValuesOf(column);
}

/** Reads a page of a column's distinct values, most frequent first, and the number of all. */
export async function readValues(
  scope: ClientScope,
  dataset: Dataset,
  column: DatasetColumn,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly values: readonly CountedValue[]; readonly unique: number }> {
  const statistics = dataset.statistics?.columns[column.fieldName];
  const end = offset + limit;
  if (statistics === undefined || (end > FIRST_VALUES && !hasAllValues(column, statistics))) {
    const page = pageOfValues(dataset, column, offset, limit);
    const { rows, rowsBeforeLimit } = await scope.warehouse.rowsWithTotal(page, countedValue, optionsOf(scope));
    return { values: rows, unique: rowsBeforeLimit };
  }
  const { unique } = statistics;
  if (Math.min(end, unique) <= CACHED_VALUES)
    return { values: (await readFirstValues(scope, dataset, column)).slice(offset, end), unique };
  const page = pageOfStoredValues(dataset, column, { search: '', offset, limit });
  return { values: await scope.warehouse.rows(page, countedValue, optionsOf(scope)), unique };
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
  if (needle === '') return (await readValues(scope, dataset, column, { offset: 0, limit })).values;
  const statistics = dataset.statistics?.columns[column.fieldName];
  if (statistics !== undefined && statistics.unique <= CACHED_VALUES) {
    const all = await readFirstValues(scope, dataset, column);
    return all.filter(({ value }) => foldText(value).includes(needle)).slice(0, limit);
  }
  const page = hasAllValues(column, statistics)
    ? pageOfStoredValues(dataset, column, { search: needle, offset: 0, limit })
    : suggestedValues(dataset, column, needle, limit);
  return scope.warehouse.rows(page, countedValue, optionsOf(scope));
}
