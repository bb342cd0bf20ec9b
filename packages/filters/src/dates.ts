import type { RelativeDateUnit } from './filter.ts';

/** The range of the engine's Date32. */
export const DATE_RANGE = { first: '1900-01-01', last: '2299-12-31' } as const;

/** Returns the value if it is a calendar day as `yyyy-mm-dd` within `DATE_RANGE`, else undefined. */
export function parseDate(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  if (value < DATE_RANGE.first || value > DATE_RANGE.last) return undefined;
  const [year, month, day] = numbersOf(value);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) ? value : undefined;
}

/**
 * Calendar arithmetic on `yyyy-mm-dd`: a day that the target month lacks becomes its last day (31 March minus one month
 * is 28 or 29 February). Clamps to `DATE_RANGE`.
 */
export function addToDate(date: string, amount: number, unit: RelativeDateUnit): string {
  const [year, month, day] = numbersOf(date);
  if (unit === 'days' || unit === 'weeks') {
    const days = unit === 'weeks' ? amount * 7 : amount;
    return clampDate(new Date(Date.UTC(year, month - 1, day + days)));
  }
  const months = year * 12 + (month - 1) + (unit === 'years' ? amount * 12 : amount);
  const targetYear = Math.floor(months / 12);
  const targetMonth = months - targetYear * 12 + 1;
  if (targetYear < 1900) return DATE_RANGE.first;
  if (targetYear > 2299) return DATE_RANGE.last;
  const targetDay = Math.min(day, daysIn(targetYear, targetMonth));
  return clampDate(new Date(Date.UTC(targetYear, targetMonth - 1, targetDay)));
}

function clampDate(date: Date): string {
  if (date.getTime() < Date.parse(DATE_RANGE.first)) return DATE_RANGE.first;
  if (date.getTime() > Date.parse(DATE_RANGE.last)) return DATE_RANGE.last;
  return date.toISOString().slice(0, 10);
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function numbersOf(date: string): [number, number, number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))];
}
