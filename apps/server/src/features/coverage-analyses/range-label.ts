import { describeNumber } from '@quarry/filters';

/** The range that a value is in, given the ranges' lower bounds in ascending order. */
export function rangeLabel(value: number | string, bounds: readonly (number | string)[], isYear = false): string {
  const [first] = bounds;
  const text = (bound: number | string) =>
    typeof bound === 'number' ? describeNumber(bound, { type: 'Number', isYear }) : bound;
  if (first !== undefined && value < first) return `below ${text(first)}`;
  const at = bounds.findLastIndex((bound) => value >= bound);
  const [from, to] = [bounds[at], bounds[at + 1]];
  if (from === undefined) return text(value);
  return to === undefined ? `${text(from)} and above` : `${text(from)} to below ${text(to)}`;
}
