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
/** An outer bar that takes values far away is wider than its neighbour by more than bars that grow. */
const FAR_WIDER = 3;

/** An edge to name below the bars, with its position from 0 to 1. */
export interface AxisLabel {
  readonly value: number | string;
  readonly position: number;
  /** The bar beyond the edge takes all values from here on. */
  readonly isOpen: boolean;
}

/** Edges to name below the bars: the outer ones and some between them. */
export function axisLabels(bins: readonly HistogramBin[]): AxisLabel[] {
  const edges = bins.map(({ from }) => from);
  const end = bins.at(-1)?.to;
  if (end === undefined) return [];
  edges.push(end);
  const first = isFarWider(bins[0], bins[1]) ? 1 : 0;
  const last = isFarWider(bins.at(-1), bins.at(-2)) ? bins.length - 1 : bins.length;
  const every = Math.max(1, Math.ceil((last - first) / LABELS));
  return edges.flatMap((value, index): AxisLabel[] => {
    const isOuter = index === first || index === last;
    // The last one stays, so the one before needs some room.
    const isBetween = index > first && (index - first) % every === 0 && last - index >= every * 0.75;
    const isOpen = (index === first && first > 0) || (index === last && last < bins.length);
    return isOuter || isBetween ? [{ value, position: index / bins.length, isOpen }] : [];
  });
}

function isFarWider(bin: HistogramBin | undefined, next: HistogramBin | undefined): boolean {
  if (bin === undefined || next === undefined) return false;
  const widthOf = ({ from, to }: HistogramBin) => numberOf(to) - numberOf(from);
  return widthOf(bin) > FAR_WIDER * widthOf(next);
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
