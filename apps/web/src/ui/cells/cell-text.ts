import type { FieldValue, SchemaField } from '@quarry/contracts';
import { traitsOf } from '@quarry/filters';
import {
  formatCompactCurrency,
  formatDate,
  formatExactCurrency,
  formatNumber,
  formatPercentage,
  formatYear,
  parseDay,
  relativeDate,
} from '../../lib/format.ts';
import type { ValueHint } from './value-hint.ts';

export type ValueType = SchemaField['type'];

function asNumber(value: FieldValue | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** True for the four stored forms of "no value". */
export function isEmptyValue(value: FieldValue | undefined): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/** True for types whose values are right-aligned. */
export function isNumericType(type: ValueType): boolean {
  return traitsOf(type).form === 'number';
}

/** A change as a signed percentage with an arrow: `↑ +4.5%`. */
export function growthText(share: number): string {
  const text = formatPercentage(Math.abs(share));
  if (share === 0) return text;
  return share > 0 ? `↑ +${text}` : `↓ −${text}`;
}

/** The value as one line of text; '' if empty. */
export function displayText(type: ValueType, value: FieldValue | undefined, hint: ValueHint = null): string {
  if (value === undefined || value === null || isEmptyValue(value)) return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const number = asNumber(value);
  if (number !== null) {
    if (hint === 'year') return formatYear(number);
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

/** The value for the clipboard: exact, without thousands separators, lists joined by `; `. */
export function copyText(type: ValueType, value: FieldValue | undefined): string {
  if (value === undefined || value === null || isEmptyValue(value)) return '';
  if (Array.isArray(value)) return value.join('; ');
  if (traitsOf(type).unit === 'percent' && typeof value === 'number') return formatPercentage(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

/** The tooltip of a value: the exact amount or the age of a date; null if it adds nothing. */
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
