import { ident, join, type Sql, sql, uint, uints } from '@quarry/clickhouse';
import type { DatasetColumn } from '#server/features/datasets/dataset.ts';
import { isCompared, whereAll } from './compared-sets.sql.ts';
import type { Comparison } from './occurrences.sql.ts';
import { placeOf, STORED_NUMBER, storedValues } from './stored-values.sql.ts';

// Aliases start with underscores because clients can give their columns any other name.

/** Of values in a field without declared ranges: a few distinct ones, and where fifths of the companies meet. */
export interface NumberFacts {
  readonly column: DatasetColumn;
  readonly needsCuts: boolean;
  readonly needsFew: boolean;
}

const isTarget = ({ sets }: Comparison): Sql => sql`__company_id IN ${uints(sets.targets)}`;

/** Of a target and of another company: the size of the other set, so that both sets have the same total. */
function weightsOf({ sets, companies }: Comparison): { readonly target: number; readonly other: number } {
  return { target: sets.others?.length ?? companies - sets.targets.length, other: sets.targets.length };
}

const fifthsOf = (value: Sql, weight: Sql): Sql => sql`quantilesExactWeighted(0.2, 0.4, 0.6, 0.8)(${value}, ${weight})`;
const fewOf = (value: Sql, limit: number): Sql => sql`groupUniqArray(${uint(limit)})(${value})`;

/**
 * Whether all numbers of each column are whole, as `__whole_0` …; where cuts are needed, the first distinct values
 * `__few_0` and the cuts `__cuts_0` between fifths when both sets weigh the same.
 */
export function numberFacts(comparison: Comparison, fields: readonly NumberFacts[], fewValues: number): Sql {
  const { target, other } = weightsOf(comparison);
  const facts = fields.flatMap(({ column: { value }, needsCuts, needsFew }, at) => {
    const named = (fact: string) => ident(`__${fact}_${at}`);
    return [
      sql`${isEachWhole(value)} AS ${named('whole')}`,
      ...(needsFew ? [sql`${fewOf(sql`${value} + 0`, fewValues)} AS ${named('few')}`] : []),
      ...(needsCuts ? [sql`${fifthsOf(value, sql`__weight`)} AS ${named('cuts')}`] : []),
    ];
  });
  const used = join(fields.map(({ column: { value } }) => value));
  return sql`SELECT ${join(facts)}
    FROM (
      SELECT ${used}, if(${isTarget(comparison)}, ${uint(target)}, ${uint(other)}) AS __weight
      FROM ${comparison.dataset.table()}
      ${whereAll([isCompared(comparison.sets)])})`;
}

/** Whether all numbers of columns are multiples of a hundredth and of a ten-thousandth: `__hundredths_0` …. */
export function fineSteps({ dataset, sets }: Comparison, columns: readonly DatasetColumn[]): Sql {
  const steps = columns.flatMap(({ value }, at) => [
    sql`${isEachMultiple(value, 100)} AS ${ident(`__hundredths_${at}`)}`,
    sql`${isEachMultiple(value, 10_000)} AS ${ident(`__ten_thousandths_${at}`)}`,
  ]);
  return sql`SELECT ${join(steps)} FROM ${dataset.table()} ${whereAll([isCompared(sets)])}`;
}

/**
 * All of these facts of each column whose values are stored, with its place as `__field`. Reads only the targets, because
 * each was counted as another company with its value.
 */
export function storedFacts(comparison: Comparison, columns: readonly DatasetColumn[], fewValues: number): Sql {
  const { target, other } = weightsOf(comparison);
  // Sums of weights wrap around, so a difference below zero is right too.
  const difference = BigInt.asUintN(64, BigInt(target - other));
  const value = sql`__value`;
  const numbers = columns.map((column, at) => sql`(${placeOf(at)}, ${column.value} + 0)`);
  return sql`SELECT __field,
      ${isEachWhole(value)} AS __whole,
      ${isEachMultiple(value, 100)} AS __hundredths,
      ${isEachMultiple(value, 10_000)} AS __ten_thousandths,
      ${fewOf(value, fewValues)} AS __few,
      ${fifthsOf(value, sql`__weight`)} AS __cuts
    FROM (
      SELECT __field, __value, __counted * ${uint(other)} AS __weight
      FROM (${storedValues(comparison, columns, STORED_NUMBER)})
      UNION ALL
      SELECT __item.1 AS __field, assumeNotNull(__item.2) AS __value, ${uint(difference)} AS __weight
      FROM (
        SELECT arrayJoin([${join(numbers)}]) AS __item
        FROM ${comparison.dataset.table()}
        WHERE ${isTarget(comparison)})
      WHERE isNotNull(__item.2))
    GROUP BY __field`;
}

const isEachWhole = (value: Sql): Sql => isEachEqual(value, sql`trunc(${value})`);
const isEachMultiple = (value: Sql, parts: number): Sql =>
  isEachEqual(value, sql`floor(${value} * ${uint(parts)} + 0.5) / ${uint(parts)}`);
const isEachEqual = (value: Sql, rounded: Sql): Sql => sql`countIf(${value} != ${rounded}) = 0`;
