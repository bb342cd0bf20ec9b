import type { Sql } from '@quarry/clickhouse';
import type * as contracts from '@quarry/contracts';
import { AppError, type InputOf } from '@quarry/contracts';
import { countRules, type FieldType, traitsOf } from '@quarry/filters';
import { searchMatch } from '#server/features/companies/search.sql.ts';
import { searchConditions } from '#server/features/companies/search-conditions.ts';
import { type Dataset, type DatasetColumn, openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { readTotals } from './column-totals.ts';
import { describeContactField } from './describe-contact-field.ts';
import { describeCounted, hasFewValues } from './describe-counted.ts';
import { describeGrouped, isGrouped } from './describe-grouped.ts';
import { type Figures, readFigures } from './read-figures.ts';
import { readValues, type ValuesAnswer } from './read-values.ts';

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
  const { totals, spread, page, records } = await describe(scope, dataset, column, input);
  const { filled, min, max, average } = totals;
  return {
    recordsCount: records,
    coverage: records === 0 ? 0 : filled / records,
    missingCount: records - filled,
    uniqueCount: page.unique,
    min,
    max,
    average,
    ...(spread === null ? {} : spread),
    values: page.values.map(({ value, count }) => ({ value: parseValue(value, column.type), count })),
    valuesCount: page.found,
  };
};

async function describe(
  scope: ClientScope,
  dataset: Dataset,
  column: DatasetColumn,
  input: InputOf<typeof contracts.describeField>,
): Promise<Figures & { page: ValuesAnswer }> {
  const match = matchOf(dataset, input);
  const request = { search: input.valuesSearch, offset: input.valuesOffset, limit: input.valuesPageLimit };
  if (match !== undefined && hasFewValues(dataset, column)) {
    return describeCounted(scope, dataset, column, match, request);
  }
  const stored = match === undefined ? storedFigures(dataset, column) : null;
  if (stored === null && isGrouped(column, request)) return describeGrouped(scope, dataset, column, request, match);
  // The values first: they take longest, and the statement that starts first gets every core.
  const [page, figures] = await Promise.all([
    readValues(scope, dataset, column, request, match),
    stored ?? readAllFigures(scope, dataset, column, match),
  ]);
  return { ...figures, page };
}

/** The statistics that the build stored for a column; null if there are none, or if an earlier release stored fewer. */
function storedFigures({ statistics }: Dataset, { fieldName, type }: DatasetColumn): Figures | null {
  const known = statistics?.columns[fieldName];
  if (statistics === undefined || known === undefined) return null;
  const { form } = traitsOf(type);
  const isWhole = known.spread !== undefined || (form !== 'number' && form !== 'date');
  return isWhole ? { records: statistics.records, totals: known, spread: known.spread ?? null } : null;
}

async function readAllFigures(
  { warehouse, request }: ClientScope,
  dataset: Dataset,
  column: DatasetColumn,
  match?: Sql,
): Promise<Figures> {
  const options = { lane: 'people', signal: request.signal } as const;
  const figures = await readFigures(warehouse, dataset, column, options, match);
  if (figures !== null) return figures;
  const { records, columns } = await readTotals(warehouse, dataset, [column], options, match);
  return { records, totals: columns[column.fieldName] ?? { filled: 0 }, spread: null };
}
