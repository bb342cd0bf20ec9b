import { emptySql, type Sql, type StatementOptions, type Warehouse } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import { z } from 'zod';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { Spread } from '#server/features/datasets/dataset-schema.ts';
import type { ColumnTotals } from './column-totals.ts';
import { edgesOf, figuresOf } from './data-points.sql.ts';
import { dayText } from './histogram-edges.ts';
import { NO_SPREAD, spreadOf } from './spread.ts';

const figure = z.number().nullable();
const reachedRow = z.object({ __reached: z.array(z.number()) });
/** The figures of numbers, or of days as numbers. */
export const distributionRow = z.object({
  __filled: z.number(),
  __min: figure,
  __max: figure,
  __average: figure,
  __quartiles: z.array(figure),
  __is_whole: z.boolean().nullable(),
});
const figuresRow = distributionRow.extend({ __records: z.number() });

/** The figures of a column in the statistics drawer, without its list of values. */
export interface Figures {
  readonly records: number;
  readonly totals: ColumnTotals;
  /** Null unless the column has numbers or dates. */
  readonly spread: Spread | null;
}

/** Reads the figures of a number or date over the companies that match; null for other types. */
export async function readFigures(
  warehouse: Warehouse,
  dataset: Dataset,
  column: DatasetColumn,
  options: StatementOptions,
  match: Sql = emptySql,
): Promise<Figures | null> {
  const { form } = traitsOf(column.type);
  if (form !== 'number' && form !== 'date') return null;
  const [row] = await warehouse.rows(figuresOf(dataset, column, match), figuresRow, options);
  if (row === undefined) throw new Error(`The figures of ${column.fieldName} were not read`);
  const countReached = (edges: readonly number[]) => readReached(warehouse, dataset, column, edges, options, match);
  return { records: row.__records, ...(await describeDistribution(row, form, countReached)) };
}

/** The totals and spread of a distribution. `countReached` counts the values at or above each edge. */
export async function describeDistribution(
  row: z.infer<typeof distributionRow>,
  form: 'number' | 'date',
  countReached: (edges: readonly number[]) => Promise<readonly number[]>,
): Promise<Omit<Figures, 'records'>> {
  const { __filled: filled, __min: min, __max: max, __average: average } = row;
  const [lower, median, upper] = row.__quartiles.map(Number);
  if (filled === 0 || lower === undefined || median === undefined || upper === undefined) {
    return { totals: totalsOfFigures(form, { filled, min: null, max: null, average: null }), spread: NO_SPREAD };
  }
  const isWhole = row.__is_whole === true;
  const spread = await spreadOf(
    { min: Number(min), max: Number(max), lower, median, upper, isWhole },
    form,
    async (edges) => {
      const starts = edges.slice(0, -1);
      const reached = await countReached(starts);
      return starts.map((edge, at) => [edge, (reached[at] ?? 0) - (reached[at + 1] ?? 0)]);
    },
  );
  return { totals: totalsOfFigures(form, { filled, min, max, average }), spread };
}

/** Counts the companies with a value at or above each of the `edges`. */
export async function readReached(
  warehouse: Warehouse,
  dataset: Dataset,
  column: DatasetColumn,
  edges: readonly number[],
  options: StatementOptions,
  match: Sql,
): Promise<readonly number[]> {
  const [row] = await warehouse.rows(edgesOf(dataset, column, edges, match), reachedRow, options);
  if (row === undefined) throw new Error(`The bars of ${column.fieldName} were not counted`);
  return row.__reached;
}

/** The totals of a column from its figures, in which dates are numbers of days. */
export function totalsOfFigures(
  form: 'number' | 'date',
  figures: { filled: number; min: number | null; max: number | null; average: number | null },
): ColumnTotals {
  if (form === 'number') return figures;
  const { filled, min, max } = figures;
  return { filled, min: min === null ? null : dayText(min), max: max === null ? null : dayText(max) };
}
