import type { Spread } from '#server/features/datasets/dataset-schema.ts';
import { type Distribution, dateEdges, dayText, numberEdges } from './histogram-edges.ts';

export const NO_SPREAD: Spread = { quartiles: { lower: null, median: null, upper: null }, histogram: [] };

/** The quartiles of numbers, or of days as numbers, and their bars. `countBars` counts the values from each edge on. */
export async function spreadOf(
  distribution: Distribution & { readonly median: number },
  form: 'number' | 'date',
  countBars: (edges: readonly number[]) => Promise<Iterable<readonly [edge: number, count: number]>>,
): Promise<Spread> {
  const { lower, median, upper } = distribution;
  const figureOf = (value: number) => (form === 'date' ? dayText(value) : value);
  const edges = form === 'date' ? dateEdges(distribution) : numberEdges(distribution);
  const counts = new Map(await countBars(edges));
  return {
    quartiles: { lower: figureOf(lower), median: figureOf(median), upper: figureOf(upper) },
    histogram: edges.slice(0, -1).map((from, at) => ({
      from: figureOf(from),
      to: figureOf(edges[at + 1] ?? from),
      count: counts.get(from) ?? 0,
    })),
  };
}
