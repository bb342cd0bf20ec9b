import type { SchemaField } from '@quarry/contracts';
import { traitsOf } from '@quarry/filters';
import {
  formatCompact,
  formatCompactCurrency,
  formatDate,
  formatExactCurrency,
  formatNumber,
  formatPercentage,
  formatYear,
} from '../../lib/format.ts';
import { fieldHint } from '../datasets/fields.ts';

/** A value or statistic of a data point, unabbreviated. */
export function valueText(field: SchemaField, value: string | number | boolean): string {
  const { type } = field;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return type === 'Date' ? formatDate(value) : value;
  if (fieldHint(field) === 'year') return formatYear(value);
  switch (traitsOf(type).unit) {
    case 'dollars':
      return formatExactCurrency(value);
    case 'percent':
      return formatPercentage(value);
    case undefined:
      return formatNumber(value);
  }
}

/** The same, as short as an axis needs it. */
export function shortValueText(field: SchemaField, value: string | number): string {
  if (typeof value === 'string') return valueText(field, value);
  switch (traitsOf(field.type).unit) {
    case 'dollars':
      return formatCompactCurrency(value);
    case 'percent':
      return formatPercentage(value);
    case undefined:
      // Years and the like are shorter whole.
      return Math.abs(value) < 10_000 ? String(value) : formatCompact(value);
  }
}
