import type { FieldType } from '@quarry/filters';
import type { DatasetValue } from './vendor.ts';

/** True for every type's empty value. */
export function isEmptyValue(value: DatasetValue): value is null | '' | readonly [] {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** A value as people read it, for fields of texts. */
export function asText(value: DatasetValue, type: FieldType): string {
  if (value === null) return '';
  if (typeof value === 'number')
    return type === 'Percentage' ? `${plainDecimal(asPercent(value))}%` : plainDecimal(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : value.join('; ');
}

/** The values of a list, or the only one. */
export function asList(value: DatasetValue): readonly string[] {
  if (value === null || value === '') return [];
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  return typeof value === 'object' ? value : [String(value)];
}

const NUMBER = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;

/** A number, or a text that is one; null if it isn't. Percentages are fractions, also `12.5%`. */
export function asNumber(value: DatasetValue): number | null {
  // Zero has no sign where it is going.
  if (typeof value === 'number') return Number.isFinite(value) ? value || 0 : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const digits = text.replace(/\s*%$/, '');
  if (!NUMBER.test(digits)) return null;
  const number = Number(digits.replaceAll(',', '')) || 0;
  return digits === text ? number : number / 100;
}

/** A fraction as a percentage, without the digits that floating point adds: 0.07 is 7. */
export const asPercent = (fraction: number): number => Number((fraction * 100).toPrecision(14));

/** A percentage as a fraction: 7 is 0.07. */
export const asFraction = (percent: number): number => Number((percent / 100).toPrecision(14));

const decimals = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 21 });

/** A number without exponent and grouping. */
export const plainDecimal = (value: number): string => decimals.format(value === 0 ? 0 : value);

const DAY = /^\d{4}-\d{2}-\d{2}/;

/** The UTC day of a date or instant as a CRM gives it (ISO 8601, or milliseconds); null if it can't be read as one. */
export function asDay(value: unknown): string | null {
  if (typeof value === 'string' && DAY.test(value) && value.length === 10) return value;
  const isMilliseconds = typeof value === 'number' || (typeof value === 'string' && /^-?\d{9,}$/.test(value));
  const date = isMilliseconds ? new Date(Number(value)) : typeof value === 'string' ? new Date(value) : null;
  return date === null || Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}
