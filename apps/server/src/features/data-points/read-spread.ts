import { emptySql, type Sql, type StatementOptions, type Warehouse } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import { z } from 'zod';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { Spread } from '#server/features/datasets/dataset-schema.ts';
import { histogramOf, quartilesOf } from './data-points.sql.ts';
import { dateEdges, dayText, numberEdges } from './histogram-edges.ts';

const figure = z.number().nullable();
const quartilesRow = z.object({
  __filled: z.number(),
  __min: figure,
  __max: figure,
  __quartiles: z.tuple([figure, figure, figure]),
  __is_whole: z.boolean().nullable(),
});
const binRow = z.object({ __edge: z.number(), __count: z.number() });

const EMPTY: Spread = { quartiles: { lower: null, median: null, upper: null }, histogram: [] };

/** Reads how the values of a number or date are distributed among the companies that match; null for other types. */
export async function readSpread(
  warehouse: Warehouse,
  dataset: Dataset,
  column: DatasetColumn,
  options: StatementOptions,
  match: Sql = emptySql,
): Promise<Spread | null> {
  const { form } = traitsOf(column.type);
  if (form !== 'number' && form !== 'date') return null;
  const [row] = await warehouse.rows(quartilesOf(dataset, column, match), quartilesRow, options);
  if (row === undefined || row.__filled === 0) return EMPTY;
  const [lower, median, upper] = row.__quartiles.map(Number);
  if (lower === undefined || median === undefined || upper === undefined) return EMPTY;
  const isDate = form === 'date';
  const figureOf = (value: number) => (isDate ? dayText(value) : value);
  const distribution = {
    min: Number(row.__min),
    max: Number(row.__max),
    lower,
    upper,
    isWhole: row.__is_whole === true,
  };
  const edges = isDate ? dateEdges(distribution) : numberEdges(distribution);
  const bins = await warehouse.rows(histogramOf(dataset, column, edges, match), binRow, options);
  const counts = new Map(bins.map(({ __edge, __count }) => [__edge, __count]));
  return {
    quartiles: { lower: figureOf(lower), median: figureOf(median), upper: figureOf(upper) },
    histogram: edges.slice(0, -1).map((from, at) => ({
      from: figureOf(from),
      to: figureOf(edges[at + 1] ?? from),
      count: counts.get(from) ?? 0,
    })),
  };
}
