import { type Sql, sql } from '@quarry/clickhouse';
import { type FieldType, traitsOf } from '@quarry/filters';

/** A condition, 0 or 1: the value, in the storage type of its field, is not empty. */
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
