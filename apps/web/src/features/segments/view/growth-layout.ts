import type { getSegmentGrowth, OutputOf } from '@quarry/contracts';

export type GrowthDay = OutputOf<typeof getSegmentGrowth>['days'][number];

/** The chart's own units; it is stretched to its place. */
export const WIDTH = 600;
export const HEIGHT = 100;

/** The points of one line, from the first day at the left to the last at the right; a single day is a flat line. */
export function linePoints(
  days: readonly GrowthDay[],
  key: 'companies' | 'contacts',
  highest: number,
): { readonly x: number; readonly y: number }[] {
  const drawn = days.length === 1 ? [...days, ...days] : days;
  return drawn.map((day, at) => ({
    x: (at / (drawn.length - 1)) * WIDTH,
    y: HEIGHT - 2 - (day[key] / highest) * (HEIGHT - 4),
  }));
}
