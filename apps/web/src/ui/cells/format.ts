import type { FieldValue, SchemaField } from '@quarry/contracts';
import { traitsOf } from '@quarry/filters';
import { relativeDate } from './relative-date.ts';

/** The type of a data point, which decides how its values look. */
export type ValueType = SchemaField['type'];

const LOCALE = 'en-US';
const wholeOrFraction = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 2 });
const exactDollars = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
});
const compactDollars = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
});
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A count with thousands separators: `48,276`. */
export function formatCount(value: number): string {
  return wholeOrFraction.format(value);
}

/** A number with thousands separators and at most two decimals: `1,234.57`. */
export function formatNumber(value: number): string {
  return wholeOrFraction.format(value);
}

/** A fraction as percent with at most two decimals: 0.1234 is `12.34%`. */
export function formatPercentage(fraction: number): string {
  return percent.format(fraction);
}

/** US dollars, compact: `$1.2M`. */
function formatCompactCurrency(value: number): string {
  return compactDollars.format(value);
}

/** US dollars to the cent: `$1,234,567`. */
export function formatExactCurrency(value: number): string {
  return exactDollars.format(value);
}

/** A day (`yyyy-mm-dd` or ISO 8601) as `12 Mar 2026`; text that is no date comes back as it is. */
export function formatDate(value: string): string {
  const date = parseDay(value);
  if (date === null) return value;
  // Some engines write "Sept", which makes columns of dates ragged.
  return day.format(date).replace('Sept', 'Sep');
}

/** Midnight UTC of a `yyyy-mm-dd` or ISO 8601 text; null when it is no date. */
function parseDay(value: string): Date | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(value);
  if (!match) return null;
  const date = new Date(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** A number that people type into a text cell is still shown as text; this tells numbers from everything else. */
function asNumber(value: FieldValue | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** True for the four stored forms of "no value". */
export function isEmptyValue(value: FieldValue | undefined): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/** True for the types whose values stand at the right edge of a column. */
export function isNumericType(type: ValueType): boolean {
  return traitsOf(type).form === 'number';
}

/** The value as one line of text, as it is shown; empty text for no value. */
export function displayText(type: ValueType, value: FieldValue | undefined): string {
  if (value === undefined || value === null || isEmptyValue(value)) return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const number = asNumber(value);
  if (number !== null) {
    switch (traitsOf(type).unit) {
      case 'dollars':
        return formatCompactCurrency(number);
      case 'percent':
        return formatPercentage(number);
      case undefined:
        return formatNumber(number);
    }
  }
  return type === 'Date' ? formatDate(String(value)) : String(value);
}

/** The value as it goes to the clipboard: exact, without separators, lists joined by `; `. */
export function copyText(type: ValueType, value: FieldValue | undefined): string {
  if (value === undefined || value === null || isEmptyValue(value)) return '';
  if (Array.isArray(value)) return value.join('; ');
  if (traitsOf(type).unit === 'percent' && typeof value === 'number') return formatPercentage(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

/** What hovering adds to the shown value: the exact amount, how long ago; null when it adds nothing. */
export function hintText(type: ValueType, value: FieldValue | undefined, today = new Date()): string | null {
  if (value === undefined || value === null || isEmptyValue(value)) return null;
  if (traitsOf(type).unit === 'dollars' && typeof value === 'number') {
    const exact = formatExactCurrency(value);
    return exact === formatCompactCurrency(value) ? null : exact;
  }
  if (type === 'Date' && typeof value === 'string') {
    const date = parseDay(value);
    return date === null ? null : relativeDate(date, today);
  }
  return null;
}
