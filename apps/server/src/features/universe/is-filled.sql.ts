import { type Sql, sql } from '@quarry/clickhouse';
import type { FieldType } from '@quarry/filters';

/** Whether a value in the storage type of its field says anything, as a condition that is 0 or 1. */
export function isFilled(type: FieldType, value: Sql): Sql {
  switch (type) {
    case 'String':
    case 'Picklist':
    case 'Multipicklist':
    case 'Array':
      return sql`notEmpty(${value})`;
    case 'Number':
    case 'Percentage':
    case 'Currency':
    case 'Date':
    case 'Boolean':
      return sql`isNotNull(${value})`;
  }
}
