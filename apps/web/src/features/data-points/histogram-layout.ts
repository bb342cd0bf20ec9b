import type { HistogramBin } from '@quarry/contracts';

const DAY_MS = 86_400_000;

/** A number, or a date as the number of its day. */
const numberOf = (value: number | string): number =>
  typeof value === 'number' ? value : Date.parse(`${value}T00:00:00Z`) / DAY_MS;

/** The place of a value on the axis, counted in bars. */
export function positionOf(bins: readonly HistogramBin[], value: number | string): number {
  const number = numberOf(value);
  const at = bins.findIndex(({ to }) => number < numberOf(to));
  const bin = bins[at];
  if (bin === undefined) return bins.length;
  const [from, to] = [numberOf(bin.from), numberOf(bin.to)];
  return at + Math.max(0, (number - from) / (to - from));
}

const LABELS = 4;

/** Edges to name below the bars, with their position from 0 to 1. */
export function axisLabels(bins: readonly HistogramBin[]): { value: number | string; position: number }[] {
  const edges = bins.map(({ from }) => from);
  const last = bins.at(-1)?.to;
  if (last === undefined) return [];
  edges.push(last);
  const every = Math.max(1, Math.ceil(bins.length / LABELS));
  return edges.flatMap((value, index) => {
    const isLast = index === bins.length;
    // The last one stays, so the one before needs some room.
    const isNamed = isLast || (index % every === 0 && bins.length - index >= every * 0.75);
    return isNamed ? [{ value, position: index / bins.length }] : [];
  });
}

/**
 * The bounds, both included, of the values in a run of bars. `min` and `max` are the smallest and largest value that
 * occur, to which the outer bars are cut.
 */
export function boundsOf(
  first: HistogramBin,
  last: HistogramBin,
  { min, max }: { readonly min: number | string; readonly max: number | string },
): { from: number | string; to: number | string } {
  const from = numberOf(first.from) < numberOf(min) ? min : first.from;
  const below = lastBelow(last.to, [first.from, last.to, min, max]);
  return { from, to: numberOf(below) > numberOf(max) ? max : below };
}

/** The last value below an edge: the day or whole number before it, or the edge itself if values have fractions. */
function lastBelow(edge: number | string, known: readonly (number | string)[]): number | string {
  if (typeof edge === 'string') return new Date(Date.parse(`${edge}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
  return known.every((value) => Number.isInteger(value)) ? edge - 1 : edge;
}
