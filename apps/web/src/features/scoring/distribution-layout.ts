import type { analyzeScoring, OutputOf } from '@quarry/contracts';

export type ScoreBucket = OutputOf<typeof analyzeScoring>['values'][number];

const MAX_LABELS = 7;

/** The scores that a chart shows, from the first up to, not including, the last. */
export interface ScoreAxis {
  readonly from: number;
  readonly to: number;
}

/** The scores of several distributions. */
export function axisOf(...distributions: readonly (readonly ScoreBucket[])[]): ScoreAxis {
  const buckets = distributions.flat();
  return {
    from: Math.min(...buckets.map(({ rangeMin }) => rangeMin)),
    to: Math.max(...buckets.map(({ rangeMax }) => rangeMax)),
  };
}

/** The position of a score on the axis, 0 to 1. */
export function positionOf(score: number, { from, to }: ScoreAxis): number {
  return to === from ? 0 : (score - from) / (to - from);
}

/** The scores of a bar: `5`, or `5 to 9`. Scores are whole numbers. */
export function scoresText({ rangeMin, rangeMax }: Pick<ScoreBucket, 'rangeMin' | 'rangeMax'>): string {
  const last = rangeMax - 1;
  return last <= rangeMin ? minus(rangeMin) : `${minus(rangeMin)} to ${minus(last)}`;
}

/** Both bounds are included. */
export function rangeOf(first: ScoreBucket, last: ScoreBucket): [number, number] {
  return [Math.min(first.rangeMin, last.rangeMin), Math.max(first.rangeMax, last.rangeMax) - 1];
}

/** True if all scores of a bar are in the range. */
export function isInRange({ rangeMin, rangeMax }: ScoreBucket, range: readonly [number, number] | null): boolean {
  return range !== null && rangeMin >= range[0] && rangeMax - 1 <= range[1];
}

/** The bars to name below the axis. */
export function labelledBars(buckets: readonly ScoreBucket[]): readonly ScoreBucket[] {
  const every = Math.ceil(buckets.length / MAX_LABELS);
  return buckets.filter((_, index) => index % every === 0);
}

const NICE_STEPS = [1, 1.2, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The end of the count axis: a round number. */
export function niceCeiling(count: number): number {
  if (count <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(count));
  const step = NICE_STEPS.find((factor) => count <= factor * power) ?? 10;
  return Math.round(step * power);
}

/**
 * A distribution with bars of its own width, as counts per bar of another width. Where both widths are the same, these
 * are the counts.
 */
export function perBarWidth(buckets: readonly ScoreBucket[], barWidth: number): readonly ScoreBucket[] {
  return buckets.map((bucket) => ({
    ...bucket,
    count: (bucket.count * barWidth) / Math.max(1, bucket.rangeMax - bucket.rangeMin),
  }));
}

/** The outline of a distribution as an SVG path in a box of 100 by 100. */
export function outlinePath(buckets: readonly ScoreBucket[], axis: ScoreAxis, ceiling: number): string {
  const [first] = buckets;
  const last = buckets.at(-1);
  if (first === undefined || last === undefined) return '';
  const x = (score: number) => round(positionOf(score, axis) * 100);
  const y = (count: number) => round(100 - (count / ceiling) * 100);
  const steps = buckets.map(({ rangeMax, count }) => `V${y(count)}H${x(rangeMax)}`);
  return `M${x(first.rangeMin)} 100${steps.join('')}V100`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A number with a proper minus sign. */
export function minus(value: number): string {
  return value < 0 ? `−${Math.abs(value)}` : String(value);
}
