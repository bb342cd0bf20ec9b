import type { SchemaField } from '@quarry/contracts';
import { traitsOf } from '@quarry/filters';
import { formatDate, formatExactCurrency, formatNumber, formatPercentage } from '../../lib/format.ts';

/** A value or statistic of a data point, unabbreviated. */
export function valueText(type: SchemaField['type'], value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return type === 'Date' ? formatDate(value) : value;
  switch (traitsOf(type).unit) {
    case 'dollars':
      return formatExactCurrency(value);
    case 'percent':
      return formatPercentage(value);
    case undefined:
      return formatNumber(value);
  }
}
