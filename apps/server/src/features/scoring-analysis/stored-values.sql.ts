import { param, type Sql, sql, texts } from '@quarry/clickhouse';
import type { DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { Comparison } from './occurrences.sql.ts';

/** True if the build has stored how many companies have each value of the column, and all of them are compared. */
export function hasStoredValues({ dataset, sets }: Comparison, { fieldName }: DatasetColumn): boolean {
  return sets.others === null && dataset.statistics?.columns[fieldName]?.hasAllValues === true;
}

/** The place of a column among others, as statements name it in `__field`. */
export const placeOf = (at: number): Sql => sql`${param('UInt16', at)}`;

/**
 * The stored values of columns: each with the place of its column as `__field`, the expression over the text `value` as
 * `__value`, and the companies as `__counted`.
 */
export function storedValues({ dataset }: Comparison, columns: readonly DatasetColumn[], expression: Sql): Sql {
  const names = texts(columns.map(({ fieldName }) => fieldName));
  const places = param(
    'Array(UInt16)',
    columns.map((_column, at) => at),
  );
  return sql`SELECT transform(field, ${names}, ${places}, ${placeOf(0)}) AS __field,
      ${expression} AS __value,
      toUInt64(count) AS __counted
    FROM ${dataset.valuesTable()}
    WHERE field IN ${names}`;
}

/** Values of numbers that are stored as text. */
export const STORED_NUMBER = sql`toFloat64(value)`;
/** Exactly the numbers that were written. */
export const AS_WRITTEN = { precise_float_parsing: 1 } as const;

/** Of stored numbers or dates, the companies below each cut of their column as `__below`. */
export function storedBelow(
  comparison: Comparison,
  columns: readonly DatasetColumn[],
  cuts: readonly (readonly (number | string)[])[],
  form: 'number' | 'date',
): Sql {
  // Dates are as ascending as their texts.
  const [type, value] = form === 'number' ? ['Float64', STORED_NUMBER] : ['String', sql`value`];
  const cutsOfField = sql`arrayElement(${param(`Array(Array(${type}))`, cuts)}, __field + 1)`;
  return sql`SELECT __field, sumForEach(arrayMap(cut -> if(__value < cut, __counted, 0), ${cutsOfField})) AS __below
    FROM (${storedValues(comparison, columns, value)})
    GROUP BY __field`;
}
