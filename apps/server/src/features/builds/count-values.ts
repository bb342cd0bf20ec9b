import { createTable, dropTable, type StatementOptions, type Warehouse } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import { z } from 'zod';
import { readTotals, readUnique } from '#server/features/data-points/column-totals.ts';
import {
  allValuesOf,
  copyValues,
  countStoredValues,
  estimateAlias,
  estimateUnique,
  storeFirstValues,
  storeValues,
} from '#server/features/data-points/data-points.sql.ts';
import { readFigures } from '#server/features/data-points/read-figures.ts';
import { type Dataset, type DatasetColumn, describeDataset } from '#server/features/datasets/dataset.ts';
import type { ColumnStatistics } from '#server/features/datasets/dataset-schema.ts';
import { valuesTable } from '#server/features/datasets/table-definitions.ts';
import type { Build, ReportProgress, StepResult } from './build.ts';

/** Values grouped per statement. Bounds its memory at any dataset size. */
const GROUPED_VALUES = 6_000_000;
/** Companies per value below which storing all values of a column saves little: reading the companies is as cheap. */
const COMPANIES_PER_VALUE = 4;

/** Of a column with more values, only so many are stored: enough to suggest values for most texts that people type. */
const FIRST_VALUES = { limit: 10_000, bytes: 16 * 1024 ** 2 };

const storedRow = z.object({ field: z.string(), stored: z.number() });
const estimatesRow = z.record(z.string(), z.number());

/**
 * Writes the most frequent values of every visible column that only builds change, and its statistics. A version never
 * changes, so the statistics drawer and value suggestions read them instead of all companies. Starts over after a crash.
 */
export async function countValues(build: Build, progress: ReportProgress): Promise<StepResult> {
  const { ctx, config, schema, state } = build;
  const { warehouse } = ctx;
  const statement = { lane: 'jobs', signal: ctx.signal } as const;
  const dataset = describeDataset(config.clientName, String(state.version), schema);
  const table = valuesTable(config.clientName, state.version);
  await dropTable(warehouse, table);
  await createTable(warehouse, table);
  const counting = dataset.schema
    .filter(({ isHiddenFromUser }) => !isHiddenFromUser)
    .flatMap(({ fieldName }) => dataset.columns.get(fieldName) ?? [])
    .filter(({ value }) => !value.isVolatile);
  const known = await copyKnownValues(build, dataset, statement);
  const columns = counting.filter(({ fieldName }) => known[fieldName] === undefined);
  let counted = 0;
  const count = (some: number): void => {
    ctx.throwIfCancelled();
    counted += some;
    progress(counted / columns.length);
  };
  const varied = await findVaried(warehouse, dataset, columns, state.filled, statement);
  const uniqueOf = new Map<string, number>();
  const others = columns.filter((column) => !varied.includes(column));
  for (const column of varied) {
    const unique = await readUnique(warehouse, dataset, column, statement);
    uniqueOf.set(column.fieldName, unique);
    if (unique <= mostStored(column, state.filled)) {
      others.push(column);
    } else {
      await warehouse.command(storeFirstValues(dataset, column, FIRST_VALUES), statement);
      count(1);
    }
  }
  const perStatement = Math.max(1, Math.floor(GROUPED_VALUES / Math.max(state.filled, 1)));
  for (let from = 0; from < others.length; from += perStatement) {
    const some = others.slice(from, from + perStatement);
    await warehouse.command(storeValues(dataset, some), statement);
    count(some.length);
  }
  const stored = await warehouse.rows(countStoredValues(dataset), storedRow, statement);
  const storedOf = new Map(stored.map((row) => [row.field, row.stored]));
  const totals = await readTotals(warehouse, dataset, columns, statement);
  const statistics: Record<string, ColumnStatistics> = { ...known };
  for (const column of columns) {
    const { fieldName } = column;
    const own = totals.columns[fieldName];
    if (own === undefined) throw new Error(`The column ${fieldName} was not counted`);
    const kept = storedOf.get(fieldName) ?? 0;
    // The table may lack some of its values.
    const isFull = kept === allValuesOf(column);
    const unique = uniqueOf.get(fieldName) ?? (isFull ? await readUnique(warehouse, dataset, column, statement) : kept);
    const spread = (await readFigures(warehouse, dataset, column, statement))?.spread ?? null;
    const hasAllValues = unique === kept;
    statistics[fieldName] = { ...own, unique, hasAllValues, stored: kept, ...(spread === null ? {} : { spread }) };
  }
  return {
    state: { ...state, values: stored.reduce((sum, row) => sum + row.stored, 0) },
    schema: { ...schema, statistics: { records: totals.records, columns: statistics } },
  };
}

/** System columns whose values only sourcing changes. */
const HISTORY_COLUMNS: ReadonlySet<string> = new Set(['__added_at', '__updated_at']);

/** Copies the values of columns that the version keeps. Returns their statistics by field name. */
async function copyKnownValues(
  { ctx, config, kept, lastSchema, state }: Build,
  dataset: Dataset,
  options: StatementOptions,
): Promise<Record<string, ColumnStatistics>> {
  if (kept === null || lastSchema?.statistics === undefined || state.lastVersion === null) return {};
  const last = describeDataset(config.clientName, String(state.lastVersion), lastSchema);
  const counted = lastSchema.statistics.columns;
  const known = Object.fromEntries(
    [...dataset.columns.keys()].flatMap((fieldName) => {
      const statistics = counted[fieldName];
      const isKept = HISTORY_COLUMNS.has(fieldName) || kept.get(fieldName)?.fieldName === fieldName;
      // Builds of earlier releases stored fewer values.
      return isKept && statistics?.stored !== undefined ? [[fieldName, statistics]] : [];
    }),
  );
  await ctx.warehouse.command(copyValues(dataset, last, Object.keys(known)), options);
  return known;
}

/** More values than this are not stored. */
function mostStored(column: DatasetColumn, companies: number): number {
  return Math.min(allValuesOf(column), Math.floor(companies / COMPANIES_PER_VALUE));
}

/** Finds the columns that may have more values than are worth storing, such as names, descriptions and visits. */
async function findVaried(
  warehouse: Warehouse,
  dataset: Dataset,
  columns: readonly DatasetColumn[],
  companies: number,
  statement: StatementOptions,
): Promise<DatasetColumn[]> {
  const numbers = columns.filter(({ type }) => traitsOf(type).form === 'number');
  const [estimates] =
    numbers.length === 0 ? [] : await warehouse.rows(estimateUnique(dataset, numbers), estimatesRow, statement);
  const variedNumbers = numbers.filter(
    (column, at) => (estimates?.[estimateAlias(at)] ?? 0) > mostStored(column, companies),
  );
  const texts = columns.filter(({ type }) => traitsOf(type).form === 'text' && traitsOf(type).isBulky === true);
  return [...texts, ...variedNumbers];
}
