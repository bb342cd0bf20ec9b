import { z } from 'zod';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { pageOfStoredValues, pageOfValues, suggestedValues } from './data-points.sql.ts';

/** A distinct value as text, and the number of companies that have it. */
export interface CountedValue {
  readonly value: string;
  readonly count: number;
}

/** The most values that a build stores per column. */
export const MAX_STORED_VALUES = 20_000;

const valueRow = z.object({ value: z.string(), count: z.number() });
const optionsOf = (scope: ClientScope) => ({ lane: 'people', signal: scope.request.signal }) as const;

/** Reads a page of a column's distinct values, most frequent first, and the number of all. */
export async function readValues(
  scope: ClientScope,
  dataset: Dataset,
  column: DatasetColumn,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly values: readonly CountedValue[]; readonly unique: number }> {
  const unique = dataset.statistics?.columns[column.fieldName]?.unique;
  if (unique === undefined || (unique > MAX_STORED_VALUES && offset + limit > MAX_STORED_VALUES)) {
    const page = pageOfValues(dataset, column, offset, limit);
    const { rows, rowsBeforeLimit } = await scope.warehouse.rowsWithTotal(page, valueRow, optionsOf(scope));
    return { values: rows, unique: rowsBeforeLimit };
  }
  if (offset >= unique) return { values: [], unique };
  const page = pageOfStoredValues(dataset, column, { search: '', offset, limit });
  return { values: await scope.warehouse.rows(page, valueRow, optionsOf(scope)), unique };
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
  const isStored = unique !== undefined && (unique <= MAX_STORED_VALUES || search === '');
  const page = isStored
    ? pageOfStoredValues(dataset, column, { search, offset: 0, limit })
    : suggestedValues(dataset, column, search, limit);
  return scope.warehouse.rows(page, valueRow, optionsOf(scope));
}
