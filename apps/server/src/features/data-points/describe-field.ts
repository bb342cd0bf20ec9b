import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { type FieldType, traitsOf } from '@quarry/filters';
import { type Dataset, type DatasetColumn, openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { readTotals } from './column-totals.ts';
import { describeContactField } from './describe-contact-field.ts';
import { readValues } from './read-values.ts';

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
  const { fieldName, type } = column;
  const page = { offset: input.valuesOffset, limit: input.valuesPageLimit };
  const stored = dataset.statistics?.columns[fieldName] === undefined ? undefined : dataset.statistics;
  const [{ records, columns }, { values, unique }] = await Promise.all([
    stored ?? readTotals(scope.warehouse, dataset, [column], { lane: 'people', signal: scope.request.signal }),
    readValues(scope, dataset, column, page),
  ]);
  const { filled = 0, min, max, average } = columns[fieldName] ?? {};
  return {
    recordsCount: records,
    coverage: records === 0 ? 0 : filled / records,
    missingCount: records - filled,
    uniqueCount: unique,
    min,
    max,
    average,
    values: values.map(({ value, count }) => ({ value: parseValue(value, type), count })),
    valuesCount: unique,
  };
};
