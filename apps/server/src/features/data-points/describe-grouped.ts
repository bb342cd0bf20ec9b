import { emptySql, type Sql } from '@quarry/clickhouse';
import { MAX_UNIQUE_VALUES } from '@quarry/contracts';
import { foldText, traitsOf } from '@quarry/filters';
import { z } from 'zod';
import { countMatches, type QueryScope } from '#server/features/companies/find-companies.ts';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import { groupedFigures } from './data-points.sql.ts';
import { dayNumber } from './histogram-edges.ts';
import { describeDistribution, distributionRow, type Figures, readReached } from './read-figures.ts';
import type { ValuesAnswer, ValuesRequest } from './read-values.ts';

const groupedRow = distributionRow.extend({
  __reached: z.array(z.number()),
  __unique: z.number(),
  __found: z.number(),
  __top: z.array(z.tuple([z.number(), z.string()])),
});

/** True for numbers and dates, unless so late a page is asked for that sorting the values up to it takes long. */
export function isGrouped({ type }: DatasetColumn, { offset, limit }: ValuesRequest): boolean {
  const { form } = traitsOf(type);
  return (form === 'number' || form === 'date') && offset + limit <= MAX_UNIQUE_VALUES;
}

/** Describes a number or date with many values over the companies that match, usually from one scan. */
export async function describeGrouped(
  scope: QueryScope,
  dataset: Dataset,
  column: DatasetColumn,
  request: ValuesRequest,
  match: Sql = emptySql,
): Promise<Figures & { page: ValuesAnswer }> {
  const { warehouse } = scope;
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const page = { ...request, search: foldText(request.search) };
  const likely = likelyEdges(dataset, column);
  const [[row], records] = await Promise.all([
    warehouse.rows(groupedFigures(dataset, column, page, likely, match), groupedRow, options),
    countMatches(scope, dataset, match),
  ]);
  if (row === undefined) throw new Error(`The values of ${column.fieldName} were not grouped`);
  const known = new Map(likely.map((edge, at) => [edge, row.__reached[at] ?? 0]));
  const figures = await describeDistribution(
    row,
    traitsOf(column.type).form === 'date' ? 'date' : 'number',
    async (edges) =>
      edges.every((edge) => known.has(edge))
        ? edges.map((edge) => known.get(edge) ?? 0)
        : readReached(warehouse, dataset, column, edges, options, match),
  );
  return {
    records,
    ...figures,
    page: {
      values: row.__top.slice(page.offset).map(([negated, value]) => ({ value, count: -negated })),
      found: row.__found,
      unique: row.__unique,
    },
  };
}

/** The edges of the column's bars over the whole version, which most searches leave as they are. */
function likelyEdges({ statistics }: Dataset, { fieldName }: DatasetColumn): number[] {
  const bars = statistics?.columns[fieldName]?.spread?.histogram ?? [];
  return bars.map(({ from }) => (typeof from === 'string' ? dayNumber(from) : from));
}
