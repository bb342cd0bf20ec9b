/** What decides about the bars of a histogram. Dates are numbers of days since 1970. */
export interface Distribution {
  readonly min: number;
  readonly max: number;
  readonly lower: number;
  readonly upper: number;
  readonly isWhole: boolean;
}

const BARS = 20;
/** Widths grow if three quarters of the values are in this part of the range. */
const SKEWED = 8;
/** Beyond so many times the distance between the quartiles, values are few and far. */
const FAR = 20;
/** How far from the quartiles the bars of equal width reach if there are values far away. */
const REACH = 3;
/** Bars of growing width cover at most so many powers of ten. */
const DECADES = 7;

/** Without the noise of fractions that binary numbers can't hold. */
const rounded = (value: number): number => Number(value.toPrecision(14));

/**
 * The edges of bars at round numbers: from each edge on and below the next. Bars have one width if the values allow it;
 * if most are small, widths grow (1, 2, 5, 10 …); with few values far away, the outer bars take them.
 */
export function numberEdges({ min, max, lower, upper, isWhole }: Distribution): number[] {
  if (min >= 0 && upper < max / SKEWED) return growingEdges(min, max, isWhole);
  const isFar = upper > lower && max - min > FAR * (upper - lower);
  const reach = REACH * (upper - lower);
  const from = isFar ? Math.max(min, lower - reach) : min;
  const to = isFar ? Math.min(max, upper + reach) : max;
  const width = roundWidth((to - from) / BARS || Math.abs(from) / BARS || 1, isWhole);
  const first = Math.floor(from / width);
  const last = Math.floor(to / width) + 1;
  const edges = Array.from({ length: last - first + 1 }, (_, at) => rounded((first + at) * width));
  const end = rounded((Math.floor(max / width) + 1) * width);
  return withTails(edges, rounded(Math.floor(min / width) * width), end > max ? end : max + Math.abs(max) * 1e-6);
}

/** Adds an outer bar on each side that does not reach the smallest or largest value. */
function withTails(edges: readonly number[], start: number, end: number): number[] {
  const [first = start] = edges;
  const last = edges.at(-1) ?? end;
  return [...(start < first ? [start] : []), ...edges, ...(end > last ? [end] : [])];
}

/** The next width of 1, 2 or 5 times a power of ten. */
function roundWidth(width: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(width));
  const step = [1, 2, 5, 10].find((each) => rounded(each * power) >= rounded(width)) ?? 10;
  return isWhole ? Math.max(1, rounded(step * power)) : rounded(step * power);
}

function growingEdges(min: number, max: number, isWhole: boolean): number[] {
  const smallest = 10 ** (Math.floor(Math.log10(max)) - DECADES);
  const start = Math.max(smallest, isWhole ? 1 : 0, min);
  const edges: number[] = [];
  for (let power = Math.floor(Math.log10(start)); ; power++) {
    for (const step of [1, 2, 5]) {
      const edge = rounded(step * 10 ** power);
      // Only the last edge at or below the start is needed.
      if (edge <= start) edges.length = 0;
      edges.push(edge);
      if (edge > max) return min < (edges[0] ?? 0) ? [0, ...edges] : edges;
    }
  }
}

const DAY_MS = 86_400_000;

/** Bars of a day, week, month, quarter, year or several, at the first day of each. */
export function dateEdges({ min, max, lower, upper }: Distribution): number[] {
  const isFar = upper > lower && max - min > FAR * (upper - lower);
  const reach = REACH * (upper - lower);
  const from = isFar ? Math.max(min, lower - reach) : min;
  const to = isFar ? Math.min(max, upper + reach) : max;
  const edgeAt = barsFrom(Math.floor(from), to - from);
  const edges: number[] = [];
  for (let at = 0; (edges.at(-1) ?? Number.NEGATIVE_INFINITY) <= to; at++) edges.push(edgeAt(at));
  return withTails(edges, min, max + 1);
}

/** The first day of the n-th bar, counted from the bar that has `day`. */
function barsFrom(day: number, span: number): (at: number) => number {
  if (span <= 31) return (at) => day + at;
  // The first day of 1970 was a Thursday.
  if (span <= 182) return (at) => day - ((((day + 3) % 7) + 7) % 7) + 7 * at;
  const date = new Date(day * DAY_MS);
  const months = monthsPerBar(span / 365.25);
  const first = Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months);
  return (at) => firstDayOf((first + at) * months);
}

/** The first day of a month, counted from year 0. */
function firstDayOf(month: number): number {
  return new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1) / DAY_MS;
}

function monthsPerBar(years: number): number {
  if (years <= 3) return 1;
  if (years <= 8) return 3;
  const perBar = [1, 2, 5, 10, 20, 50, 100].find((each) => years / each <= 30);
  return 12 * (perBar ?? 500);
}

/** The number of a day since 1970. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

/** The day of a number, as `yyyy-mm-dd`. */
export function dayText(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}
