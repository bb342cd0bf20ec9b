import { type FieldType, parseNumberText, traitsOf } from '@quarry/filters';
import { formatPrecise } from '../../lib/format.ts';

/** Reads what was typed: percent become a fraction of two decimals. Null for no number. */
export function readNumber(text: string, type: FieldType): number | null {
  const typed = text.trim().replace(/^\$\s*/, '');
  const isPercent = traitsOf(type).unit === 'percent';
  const number = parseNumberText(isPercent ? typed.replace(/\s*%$/, '') : typed);
  if (number === undefined) return null;
  return isPercent ? Math.round(number) / 100 : number;
}

/** Writes a stored number the way it is typed: a fraction as percent, thousands separated. */
export function writeNumber(value: number | null, type: FieldType): string {
  if (value === null) return '';
  const shown = traitsOf(type).unit === 'percent' ? Number((value * 100).toPrecision(12)) : value;
  return formatPrecise(shown);
}
