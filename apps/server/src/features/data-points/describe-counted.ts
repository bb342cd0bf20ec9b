import type { Sql } from '@quarry/clickhouse';
import { type FieldType, foldText, traitsOf } from '@quarry/filters';
import { z } from 'zod';
import type { QueryScope } from '#server/features/companies/find-companies.ts';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import { allValues } from './data-points.sql.ts';
import { dayNumber } from './histogram-edges.ts';
import { type Figures, totalsOfFigures } from './read-figures.ts';
import type { ValuesAnswer, ValuesRequest } from './read-values.ts';
import type { CountedValue } from './searched-values.ts';
import { NO_SPREAD, spreadOf } from './spread.ts';

/** More values take longer to transfer than the engine takes to read the companies once more. */
const MOST_VALUES = 20_000;

const countedValues = z.object({
  missing: z.number(),
  texts: z.array(z.string()),
  negatedCounts: z.array(z.number()),
});

/** True if the companies have so few values that `describeCounted` is the fastest way to describe any part of them. */
export function hasFewValues(dataset: Dataset, { fieldName, type }: DatasetColumn): boolean {
  const unique = dataset.statistics?.columns[fieldName]?.unique;
  return unique !== undefined && unique <= MOST_VALUES && traitsOf(type).form !== 'list';
}

/** Describes a column of single values over the companies that match: everything follows from the counts of its values. */
export async function describeCounted(
  scope: QueryScope,
  dataset: Dataset,
  column: DatasetColumn,
  match: Sql,
  { search, offset, limit }: ValuesRequest,
): Promise<Figures & { page: ValuesAnswer }> {
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const [row] = await scope.warehouse.rows(allValues(dataset, column, match), countedValues, options);
  if (row === undefined) throw new Error(`The values of ${column.fieldName} were not counted`);
  const values = row.texts.map((value, at): CountedValue => ({ value, count: -(row.negatedCounts[at] ?? 0) }));
  const needle = foldText(search);
  const found = needle === '' ? values : values.filter(({ value }) => foldText(value).includes(needle));
  const filled = values.reduce((sum, { count }) => sum + count, 0);
  return {
    records: filled + row.missing,
    page: { values: found.slice(offset, offset + limit), found: found.length, unique: values.length },
    ...(await figuresOf(column.type, values, filled)),
  };
}

async function figuresOf(
  type: FieldType,
  values: readonly CountedValue[],
  filled: number,
): Promise<Pick<Figures, 'totals' | 'spread'>> {
  const { form } = traitsOf(type);
  if (form !== 'number' && form !== 'date') return { totals: { filled }, spread: null };
  const figures = values
    .map(({ value, count }) => ({ number: form === 'date' ? dayNumber(value) : Number(value), count }))
    .toSorted((one, other) => one.number - other.number);
  const [first, last] = [figures[0], figures.at(-1)];
  if (first === undefined || last === undefined) {
    return { totals: totalsOfFigures(form, { filled, min: null, max: null, average: null }), spread: NO_SPREAD };
  }
  const numberAt = (index: number): number => {
    let passed = 0;
    return figures.find(({ count }) => (passed += count) > index)?.number ?? last.number;
  };
  const spread = await spreadOf(
    {
      min: first.number,
      max: last.number,
      lower: numberAt(Math.floor(filled / 4)),
      median: numberAt(Math.floor((filled - 1) / 2)),
      upper: numberAt(Math.floor((filled * 3) / 4)),
      isWhole: figures.every(({ number }) => Number.isInteger(number)),
    },
    form,
    async (edges) => countBars(figures, edges),
  );
  const average = figures.reduce((sum, { number, count }) => sum + number * count, 0) / filled;
  return { totals: totalsOfFigures(form, { filled, min: first.number, max: last.number, average }), spread };
}

/** The companies from each edge on and below the next; `figures` and `edges` are in order. */
function countBars(
  figures: readonly { readonly number: number; readonly count: number }[],
  edges: readonly number[],
): Map<number, number> {
  const bars = new Map<number, number>();
  let at = 0;
  for (const { number, count } of figures) {
    while (number >= (edges[at + 1] ?? Number.POSITIVE_INFINITY)) at += 1;
    const edge = edges[at] ?? number;
    bars.set(edge, (bars.get(edge) ?? 0) + count);
  }
  return bars;
}
