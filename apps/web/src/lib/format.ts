const LOCALE = 'en-US';
const DAY_MS = 86_400_000;
const FILE_UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

const decimal = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const precise = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 10 });
const ungrouped = new Intl.NumberFormat(LOCALE, { useGrouping: false, maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 2 });
const fileSize = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const dollars = { style: 'currency', currency: 'USD', minimumFractionDigits: 0 } as const;
const exactDollars = new Intl.NumberFormat(LOCALE, { ...dollars, maximumFractionDigits: 2 });
const compactDollars = new Intl.NumberFormat(LOCALE, { ...dollars, notation: 'compact', maximumFractionDigits: 1 });

const calendarDay = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const day = new Intl.DateTimeFormat('en-GB', { ...calendarDay, timeZone: 'UTC' });
const localMinute = new Intl.DateTimeFormat('en-GB', { ...calendarDay, hour: '2-digit', minute: '2-digit' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** A number with thousands separators and at most two decimals: `1,234.57`. */
export function formatNumber(value: number): string {
  return decimal.format(value);
}

/** A number with thousands separators and up to ten decimals: `0.000123`. */
export function formatPrecise(value: number): string {
  return precise.format(value);
}

/** A year, or an average of some, without thousands separators: `1998`, `2004.37`. */
export function formatYear(value: number): string {
  return ungrouped.format(value);
}

/** A number in at most four characters and its unit: `12.3K`. */
export function formatCompact(value: number): string {
  return compact.format(value);
}

/** With a capital first letter. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A count with its noun: `1 company`, `48,276 companies`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** A fraction as percent with at most two decimals: 0.1234 is `12.34%`. */
export function formatPercentage(fraction: number): string {
  return percent.format(fraction);
}

/** US dollars, compact: `$1.2M`. */
export function formatCompactCurrency(value: number): string {
  return compactDollars.format(value);
}

/** US dollars to the cent: `$1,234,567`. */
export function formatExactCurrency(value: number): string {
  return exactDollars.format(value);
}

/** A file's size in steps of 1,000: `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${fileSize.format(bytes)} bytes`;
  let size = bytes / 1_000;
  let unit = 0;
  // 999.96 would round to 1,000.
  while (size >= 999.95 && unit < FILE_UNITS.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return `${fileSize.format(size)} ${FILE_UNITS[unit] ?? ''}`;
}

/** Midnight UTC of a `yyyy-mm-dd` or ISO 8601 text; null for other text. */
export function parseDay(value: string): Date | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(value);
  if (!match) return null;
  const date = new Date(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** A day (`yyyy-mm-dd` or ISO 8601) as `12 Mar 2026`; other text unchanged. */
export function formatDate(value: string): string {
  const date = parseDay(value);
  return date === null ? value : withShortSeptember(day.format(date));
}

/** An instant (ISO 8601) in the person's time zone: `12 Mar 2026, 14:05`. */
export function formatInstant(iso: string): string {
  return withShortSeptember(localMinute.format(new Date(iso)));
}

/** An instant (ISO 8601) in UTC, to the second: `12 Mar 2026, 09:05:01`. */
export function formatUtcInstant(iso: string): string {
  const time = /T(\d{2}:\d{2}:\d{2})/.exec(iso)?.[1];
  return time === undefined ? iso : `${formatDate(iso)}, ${time}`;
}

/** A day relative to today, in days, weeks, months or years: `3 weeks ago`, `tomorrow`. */
export function relativeDate(date: Date, today: Date): string {
  const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  const days = Math.round((date.getTime() - start) / DAY_MS);
  const size = Math.abs(days);
  if (size < 14) return relative.format(days, 'day');
  if (size < 61) return relative.format(Math.trunc(days / 7), 'week');
  if (size < 730) return relative.format(Math.trunc(days / 30.44), 'month');
  return relative.format(Math.trunc(days / 365.25), 'year');
}

/** An instant (ISO 8601) relative to now, down to minutes: `5 minutes ago`. */
export function relativeInstant(instant: string, now = new Date()): string {
  const at = new Date(instant);
  const minutes = Math.round((at.getTime() - now.getTime()) / 60_000);
  if (Math.abs(minutes) < 1) return 'just now';
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
  if (Math.abs(minutes) < 1440) return relative.format(Math.trunc(minutes / 60), 'hour');
  return relativeDate(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())), now);
}

/** Some browsers write "Sept", which leaves columns of dates ragged. */
function withShortSeptember(text: string): string {
  return text.replace('Sept', 'Sep');
}
