import type { Sql } from '@quarry/clickhouse';
import type * as contracts from '@quarry/contracts';
import { AppError, type InputOf } from '@quarry/contracts';
import { countRules, type FieldType, traitsOf } from '@quarry/filters';
import { searchMatch } from '#server/features/companies/search.sql.ts';
import { searchConditions } from '#server/features/companies/search-conditions.ts';
import { type Dataset, type DatasetColumn, openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { readTotals } from './column-totals.ts';
import { describeContactField } from './describe-contact-field.ts';
import { readSpread } from './read-spread.ts';
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

/** Contacts can't be searched. */
function assertAboutAll({ filters, search, tab, valuesSearch }: InputOf<typeof contracts.describeField>): void {
  if (filters === null && search === '' && tab === 'ALL' && valuesSearch === '') return;
  throw new AppError('VALIDATION_FAILED', 'Statistics of contacts are about all of them, so they take no search.');
}

/** The condition of the call's search; undefined if it finds the whole dataset. */
function matchOf(dataset: Dataset, input: InputOf<typeof contracts.describeField>): Sql | undefined {
  const { filters, search, tab } = input;
  const isAll =
    (filters === null || (countRules(filters) === 0 && filters.not !== true)) && search.trim() === '' && tab === 'ALL';
  return isAll ? undefined : searchMatch(searchConditions(dataset, input));
}

/** Describes a column over the companies that a search finds: coverage, distinct values, and figures of numbers and dates. */
export const describeField: Verb<typeof contracts.describeField> = async (scope, input) => {
  if (input.recordType === 'contact') {
    assertAboutAll(input);
    return describeContactField(scope, input);
  }
  const dataset = await openDataset(scope);
  const column = findColumn(dataset, input.fieldName);
  const { fieldName, type } = column;
  const match = matchOf(dataset, input);
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const stored = match === undefined ? dataset.statistics : undefined;
  const known = stored?.columns[fieldName];
  const readTotalsOf = () => readTotals(scope.warehouse, dataset, [column], options, match);
  const [totals, spread, { values, found, unique }] = await Promise.all([
    stored !== undefined && known !== undefined ? stored : readTotalsOf(),
    known?.spread ?? readSpread(scope.warehouse, dataset, column, options, match),
    readValues(scope, dataset, column, {
      search: input.valuesSearch,
      offset: input.valuesOffset,
      limit: input.valuesPageLimit,
      match,
    }),
  ]);
  const { records } = totals;
  const { filled, min, max, average } = totals.columns[fieldName] ?? { filled: 0 };
  return {
    recordsCount: records,
    coverage: records === 0 ? 0 : filled / records,
    missingCount: records - filled,
    uniqueCount: unique,
    min,
    max,
    average,
    ...(spread === null ? {} : spread),
    values: values.map(({ value, count }) => ({ value: parseValue(value, type), count })),
    valuesCount: found,
  };
};
