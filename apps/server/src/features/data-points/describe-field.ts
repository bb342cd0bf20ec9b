import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { type FieldType, traitsOf } from '@quarry/filters';
import { z } from 'zod';
import { type Dataset, type DatasetColumn, openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { columnTotals, distinctValues } from './data-points.sql.ts';
import { describeContactField } from './describe-contact-field.ts';

const totalsRow = z.object({
  __records: z.number(),
  __filled: z.number(),
  __min: z.string().nullable().optional(),
  __max: z.string().nullable().optional(),
  __average: z.number().nullable().optional(),
});
const valueRow = z.object({ value: z.string(), count: z.number() });

/** Throws NOT_FOUND. */
export function findColumn(dataset: Dataset, fieldName: string): DatasetColumn {
  const column = dataset.columns.get(fieldName);
  if (column === undefined)
    throw new AppError('NOT_FOUND', 'There is no such data point in the dataset.', { fieldName });
  return column;
}

function parseValue(value: string, type: FieldType): string | number | boolean {
  switch (traitsOf(type).form) {
    case 'number':
      return Number(value);
    case 'boolean':
      return value === 'true' || value === '1';
    case 'text':
    case 'date':
    case 'list':
      return value;
  }
}

/** Describes a column over the whole dataset: coverage, distinct values, and statistics of numbers and dates. */
export const describeField: Verb<typeof contracts.describeField> = async (scope, input) => {
  if (input.recordType === 'contact') return describeContactField(scope, input);
  const dataset = await openDataset(scope);
  const column = findColumn(dataset, input.fieldName);
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const [[totals], distinct] = await Promise.all([
    scope.warehouse.rows(columnTotals(dataset, column), totalsRow, options),
    scope.warehouse.rowsWithTotal(
      distinctValues(dataset, column, input.valuesOffset, input.valuesPageLimit),
      valueRow,
      options,
    ),
  ]);
  const { __records: records = 0, __filled: filled = 0, __min: min, __max: max, __average: average } = totals ?? {};
  const figure = (value: string | null | undefined) =>
    value === null || value === undefined ? value : column.type === 'Date' ? value : Number(value);
  return {
    recordsCount: records,
    coverage: records === 0 ? 0 : filled / records,
    missingCount: records - filled,
    uniqueCount: distinct.rowsBeforeLimit,
    min: figure(min),
    max: figure(max),
    average,
    values: distinct.rows.map(({ value, count }) => ({ value: parseValue(value, column.type), count })),
    valuesCount: distinct.rowsBeforeLimit,
  };
};
