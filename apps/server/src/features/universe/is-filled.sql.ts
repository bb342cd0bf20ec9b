import { type Sql, sql } from '@quarry/clickhouse';
import { type FieldType, traitsOf } from '@quarry/filters';

/** Whether a value in the storage type of its field says anything, as a condition that is 0 or 1. */
export function isFilled(type: FieldType, value: Sql): Sql {
  switch (traitsOf(type).form) {
    case 'text':
    case 'list':
      return sql`notEmpty(${value})`;
    case 'number':
    case 'date':
    case 'boolean':
      return sql`isNotNull(${value})`;
  }
}
