import { addToDate, type FilterRule } from '@quarry/filters';
import { addCounts, type Counts, occurrencesIn, type Sample, shareOf } from './counts.ts';
import { impactOf } from './statistics.ts';

/** The values from `from` up to, not including, `to`; null for no limit. */
export interface Range<Edge> {
  readonly from: Edge | null;
  readonly to: Edge | null;
}

export type CountedRange<Edge> = Range<Edge> & { readonly counts: Counts };

/** The rule that the values of a range meet, and the range for people. */
export interface RangeRule {
  readonly rule: Omit<FilterRule, 'id' | 'field'>;
  readonly value: string;
}

/** The ranges that cut points divide all values into. */
export function rangesBetween<Edge>(cuts: readonly Edge[]): Range<Edge>[] {
  const edges: (Edge | null)[] = [null, ...cuts, null];
  return edges.slice(0, -1).map((from, at) => ({ from, to: edges[at + 1] ?? null }));
}

/** The value of 1, 2 or 5 times a power of ten that is nearest. */
export function roundToSteps(value: number): number {
  if (value === 0) return 0;
  const size = Math.abs(value);
  const power = Math.floor(Math.log10(size));
  const steps = [1, 2, 5, 10].map((step) => Number(`${step}e${power}`));
  const nearest = steps.reduce((best, step) => (Math.abs(step - size) < Math.abs(best - size) ? step : best));
  return Math.sign(value) * nearest;
}

/** Distinct values in ascending order. */
export function ascending(values: readonly number[]): number[] {
  return [...new Set(values)].toSorted((one, other) => one - other);
}

const ALIKE = 0.05;
const LEAST_SHARE = 0.05;

/**
 * Merges neighbours: first a range with a small share of the values joins its smaller neighbour, smallest first; then
 * neighbours with similar impacts merge, most similar first.
 */
export function mergeRanges<Edge>(
  ranges: readonly CountedRange<Edge>[],
  sample: Sample,
  sizes: Counts,
): CountedRange<Edge>[] {
  const merged = [...ranges];
  const share = ({ counts }: CountedRange<Edge>) => shareOf(occurrencesIn(sample, counts, sizes));
  const impact = ({ counts }: CountedRange<Edge>) => impactOf(occurrencesIn(sample, counts, sizes));
  const total = merged.reduce((sum, range) => sum + share(range), 0);
  while (merged.length > 1) {
    const shares = merged.map(share);
    const least = Math.min(...shares);
    if (least >= LEAST_SHARE * total) break;
    const at = shares.indexOf(least);
    const before = shares[at - 1] ?? Number.POSITIVE_INFINITY;
    const after = shares[at + 1] ?? Number.POSITIVE_INFINITY;
    joinNext(merged, before <= after ? at - 1 : at);
  }
  while (merged.length > 1) {
    const impacts = merged.map(impact);
    const differences = impacts.slice(1).map((each, at) => Math.abs(each - (impacts[at] ?? 0)));
    const least = Math.min(...differences);
    if (least >= ALIKE) break;
    joinNext(merged, differences.indexOf(least));
  }
  return merged;
}

/** Joins the range with the next one. */
function joinNext<Edge>(ranges: CountedRange<Edge>[], at: number): void {
  const [first, second] = ranges.slice(at, at + 2);
  if (first === undefined || second === undefined) return;
  ranges.splice(at, 2, { from: first.from, to: second.to, counts: addCounts(first.counts, second.counts) });
}

/** How finely a field's values are told apart: its smallest step, or null if they are not multiples of one. */
export type Step = 1 | 0.01 | 0.0001 | null;

/** The rule of a range of numbers; null for a range without limits, which every value meets. */
export function numberRule(range: Range<number>, step: Step, format: (value: number) => string): RangeRule | null {
  const { from, to } = range;
  if (to === null) {
    return from === null ? null : { rule: { operator: 'gte', value: from }, value: `${format(from)} or more` };
  }
  if (from === null) return { rule: { operator: 'lt', value: to }, value: `Under ${format(to)}` };
  const last = lastBelow(to, step);
  const value = last === from ? format(from) : `${format(from)} – ${format(step === null ? to : last)}`;
  return { rule: { operator: 'between', value: [from, last] }, value };
}

/** The last value below the end of a range, because the operator includes both ends. */
function lastBelow(end: number, step: Step): number {
  return step === null ? nextBelow(end) : Number((end - step).toPrecision(15));
}

/** The next smaller number that a double can hold. */
function nextBelow(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) - (value > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

/** An age of a date at which ranges meet. */
export interface Age {
  readonly amount: number;
  readonly unit: 'months' | 'years';
  /** The day of that age. */
  readonly day: string;
}

/** The ages at which ranges of dates meet, oldest first: as ascending as the days. */
export function agesOn(today: string): Age[] {
  const ages = [
    { amount: 5, unit: 'years' },
    { amount: 2, unit: 'years' },
    { amount: 12, unit: 'months' },
    { amount: 3, unit: 'months' },
  ] as const;
  return ages.map((age) => ({ ...age, day: addToDate(today, -age.amount, age.unit) }));
}

const ageText = ({ amount, unit }: Age) => (unit === 'months' && amount === 12 ? '1 year' : `${amount} ${unit}`);

/** "1 to 2 years", "3 months to 1 year". */
function spanText(younger: Age, older: Age): string {
  const isInYears = younger.unit === 'years' || younger.amount === 12;
  const first = isInYears ? ageText(younger).replace(/ years?$/, '') : ageText(younger);
  return `${first} to ${ageText(older)}`;
}

/** The rule of a range of dates; null for a range without limits. */
export function dateRule({ from, to }: Range<Age>): RangeRule | null {
  if (to === null) {
    if (from === null) return null;
    return { rule: { operator: 'dateSinceRelative', value: relative(from) }, value: `Under ${ageText(from)} ago` };
  }
  if (from === null) {
    return { rule: { operator: 'dateBeforeRelative', value: relative(to) }, value: `Over ${ageText(to)} ago` };
  }
  const last = addToDate(to.day, -1, 'days');
  return {
    rule: { operator: 'dateBetween', value: [from.day, last] },
    value: `${spanText(to, from)} ago`,
  };
}

const relative = ({ amount, unit }: Age) => ({ amount, unit });
