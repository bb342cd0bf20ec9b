import { MAX_UNIQUE_VALUES } from '@quarry/contracts';
import { z } from 'zod';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { allValuesOf, pageOfStoredValues, pageOfValues, suggestedValues } from './data-points.sql.ts';

/** Of other columns it stores at least so many: what one request can fetch. */
export const FIRST_VALUES = MAX_UNIQUE_VALUES;

/** A distinct value as text, and the number of companies that have it. */
export const countedValue = z.object({ value: z.string(), count: z.number() });
export type CountedValue = z.infer<typeof countedValue>;

const optionsOf = (scope: ClientScope) => ({ lane: 'people', signal: scope.request.signal }) as const;

/** Reads a page of a column's distinct values, most frequent first, and the number of all. */
export async function readValues(
  scope: ClientScope,
  dataset: Dataset,
  column: DatasetColumn,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly values: readonly CountedValue[]; readonly unique: number }> {
  const unique = dataset.statistics?.columns[column.fieldName]?.unique;
  if (unique === undefined || (unique > allValuesOf(column) && offset + limit > FIRST_VALUES)) {
    const page = pageOfValues(dataset, column, offset, limit);
    const { rows, rowsBeforeLimit } = await scope.warehouse.rowsWithTotal(page, countedValue, optionsOf(scope));
    return { values: rows, unique: rowsBeforeLimit };
  }
  if (offset >= unique) return { values: [], unique };
  const page = pageOfStoredValues(dataset, column, { search: '', offset, limit });
  return { values: await scope.warehouse.rows(page, countedValue, optionsOf(scope)), unique };
}

/** Reads the most frequent values that contain the search text. */
export function searchValues(
  scope: ClientScope,
  dataset: Dataset,
  column: DatasetColumn,
  search: string,
  limit: number,
): Promise<CountedValue[]> {
  const unique = dataset.statistics?.columns[column.fieldName]?.unique;
  const isStored = unique !== undefined && (unique <= allValuesOf(column) || search === '');
  const page = isStored
    ? pageOfStoredValues(dataset, column, { search, offset: 0, limit })
    : suggestedValues(dataset, column, search, limit);
  return scope.warehouse.rows(page, countedValue, optionsOf(scope));
}
