import { emptySql, type Sql, type StatementOptions, type Warehouse } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import { z } from 'zod';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { Spread } from '#server/features/datasets/dataset-schema.ts';
import type { ColumnTotals } from './column-totals.ts';
import { histogramOf, quartilesOf } from './data-points.sql.ts';
import { dateEdges, dayNumber, dayText, numberEdges } from './histogram-edges.ts';

const quartilesRow = z.object({ __quartiles: z.tuple([z.number(), z.number(), z.number()]), __is_whole: z.boolean() });
const binRow = z.object({ __edge: z.number(), __count: z.number() });

const EMPTY: Spread = { quartiles: { lower: null, median: null, upper: null }, histogram: [] };

/** Reads how the values of a number or date are distributed among the companies that match; null for other types. */
export async function readSpread(
  warehouse: Warehouse,
  dataset: Dataset,
  column: DatasetColumn,
  totals: Pick<ColumnTotals, 'filled' | 'min' | 'max'>,
  options: StatementOptions,
  match: Sql = emptySql,
): Promise<Spread | null> {
  const { form } = traitsOf(column.type);
  if (form !== 'number' && form !== 'date') return null;
  const { filled, min, max } = totals;
  if (filled === 0 || min === undefined || min === null || max === undefined || max === null) return EMPTY;
  const [row] = await warehouse.rows(quartilesOf(dataset, column, match), quartilesRow, options);
  if (row === undefined) return EMPTY;
  const [lower, median, upper] = row.__quartiles;
  const isDate = form === 'date';
  const numberOf = (value: number | string) => (isDate ? dayNumber(String(value)) : Number(value));
  const figureOf = (value: number) => (isDate ? dayText(value) : value);
  const distribution = { min: numberOf(min), max: numberOf(max), lower, upper, isWhole: row.__is_whole };
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
