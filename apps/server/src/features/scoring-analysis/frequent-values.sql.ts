import { ident, join, type Sql, sql, uint } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import { lowerTrimSql } from '@quarry/filters/compile';
import type { DatasetColumn } from '#server/features/datasets/dataset.ts';
import { isFilled } from '#server/features/universe/is-filled.sql.ts';
import { isCompared, isCountedApart, type SetNumbers, setOf, whereAll } from './compared-sets.sql.ts';
import type { Counts } from './counts.ts';
import type { Comparison } from './occurrences.sql.ts';
import { placeOf, storedValues } from './stored-values.sql.ts';

// Aliases start with underscores because clients can give their columns any other name.

/** The sets that are counted by themselves; the other companies are the rest of all. */
const COUNTED = ['targets', 'heldTargets', 'heldOthers'] as const;

/** Digits of a sum in which each counted set has its own; more than any of them has companies. */
const BITS = 21n;
const PACKED: SetNumbers = { type: 'UInt64', values: [1n, 1n << BITS, 0n, 1n << (2n * BITS)] };
const unpacked = (at: number): Sql =>
  sql`bitAnd(bitShiftRight(__packed, ${uint(BigInt(at) * BITS)}), ${uint((1n << BITS) - 1n)})`;

/** The different items of a list, or the text as one. */
function itemsOf({ type, value, hasDistinctItems }: DatasetColumn): Sql {
  if (traitsOf(type).form !== 'list') return sql`[${value}]`;
  return hasDistinctItems ? value : sql`arrayDistinct(${value})`;
}

/**
 * The values of texts or lists: each with the place of its column as `__field`, the companies as `__counted`, and those
 * of each counted set, in its own digits, as `__packed`. Reads only the companies of these sets.
 */
export function valuesFromBuild(comparison: Comparison, columns: readonly DatasetColumn[]): Sql {
  const { dataset, sets, companies } = comparison;
  const items = columns.map(
    (column, at) => sql`arrayMap(item -> (${placeOf(at)}, toString(item)), ${itemsOf(column)})`,
  );
  return sql`SELECT *, toUInt64(0) AS __packed FROM (${storedValues(comparison, columns, sql`value`)})
    UNION ALL
    SELECT __item.1 AS __field, __item.2 AS __value, toUInt64(0) AS __counted, sum(__sets) AS __packed
    FROM (
      SELECT arrayJoin(arrayConcat(${join(items)})) AS __item, ${setOf(sets, companies, PACKED)} AS __sets
      FROM ${dataset.table()}
      ${whereAll([isCountedApart(sets, companies)])})
    GROUP BY __item`;
}

/** The same of one column, whatever is stored of it. Reads all compared companies. */
export function valuesByScan({ dataset, sets, companies }: Comparison, column: DatasetColumn): Sql {
  const { type, value } = column;
  return sql`SELECT ${placeOf(0)} AS __field,
      toString(__item) AS __value,
      count() AS __counted,
      sum(__sets) AS __packed
    FROM (
      SELECT ${traitsOf(type).form === 'list' ? sql`arrayJoin(${itemsOf(column)})` : value} AS __item,
        ${setOf(sets, companies, PACKED)} AS __sets
      FROM ${dataset.table()}
      ${whereAll([isFilled(type, value), isCompared(sets)])})
    GROUP BY __item`;
}

/**
 * Of the values of each column, the most frequent ones when both sets weigh the same, without regard to case: `__all`
 * companies, and those of each counted set as `__targets` ….
 */
export function frequentValues(values: Sql, sizes: Counts, limit: number): Sql {
  const [targets, others] = [sizes.targets + sizes.heldTargets, sizes.others + sizes.heldOthers];
  // The sum of both shares as a whole number, so that equal ones are equal.
  const share = sql`((__targets + __heldTargets) * ${uint(others)}
    + (__all - __targets - __heldTargets) * ${uint(targets)})`;
  return sql`SELECT
      __field,
      ${lowerTrimSql(sql`__value`)} AS __key,
      argMax(__value, (__counted, __value)) AS __spelling,
      toUInt32(countIf(__counted > 0)) AS __spellings,
      toUInt32(sum(__counted)) AS __all,
      ${join(COUNTED.map((name, at) => sql`toUInt32(sum(${unpacked(at)})) AS ${ident(`__${name}`)}`))}
    FROM (${values})
    WHERE __value != ''
    GROUP BY __field, __key
    ORDER BY __field, ${share} DESC, __key
    LIMIT ${uint(limit)} BY __field`;
}
