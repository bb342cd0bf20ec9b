import { type FieldType, parseNumberText, traitsOf } from '@quarry/filters';
import { formatPrecise } from '../../lib/format.ts';

/** Parses a typed number; percents become fractions with two decimals. Null if it is not a number. */
export function readNumber(text: string, type: FieldType): number | null {
  const typed = text.trim().replace(/^\$\s*/, '');
  const isPercent = traitsOf(type).unit === 'percent';
  const number = parseNumberText(isPercent ? typed.replace(/\s*%$/, '') : typed);
  if (number === undefined) return null;
  return isPercent ? Math.round(number) / 100 : number;
}

/** Formats a stored number as people type it: fractions as percents, with thousands separators but in years. */
export function writeNumber(value: number | null, type: FieldType, isYear = false): string {
  if (value === null) return '';
  if (isYear) return String(value);
  return formatPrecise(traitsOf(type).unit === 'percent' ? Number((value * 100).toPrecision(12)) : value);
}
