import { date, float, ident, join, type Slot, type Sql, sql, uint } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import { lowerTrimSql } from '@quarry/filters/compile';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import { isFilled } from '#server/features/universe/is-filled.sql.ts';
import { isCompared, SETS, setOf, whereAll } from './compared-sets.sql.ts';
import type { ComparedSets } from './compared-sets.ts';
import type { Counts } from './counts.ts';

// Aliases start with underscores because clients can give their columns any other name.

/** What is compared, and where: the statements of a report share it. */
export interface Comparison {
  readonly dataset: Dataset;
  readonly sets: ComparedSets;
  /** Companies of the dataset. */
  readonly companies: number;
}

const set = ({ sets, companies }: Comparison): Sql => sql`toUInt8(${setOf(sets, companies)})`;

/** Counts companies by set, with those that meet each condition as `__0`, `__1` …. */
export function countsBySet(comparison: Comparison, conditions: readonly Sql[]): Sql {
  const counts = conditions.map((condition, at) => sql`toUInt32(countIf(${condition})) AS ${ident(`__${at}`)}`);
  return sql`SELECT ${join([sql`${set(comparison)} AS __set`, sql`toUInt32(count()) AS __companies`, ...counts])}
    FROM ${comparison.dataset.table()}
    ${whereAll([isCompared(comparison.sets)])}
    GROUP BY __set`;
}

/** The condition that a company has a value; for booleans that it is yes. */
export function hasValue({ type, value }: DatasetColumn): Sql {
  return traitsOf(type).form === 'boolean' ? sql`ifNull(${value}, false)` : isFilled(type, value);
}

const COUNTS = join(SETS.map((name, at) => sql`toUInt32(countIf(__set = ${uint(at)})) AS ${ident(`__${name}`)}`));

/** The most frequent values of a text or list when both sets weigh the same, without regard to case. */
export function frequentValues(
  comparison: Comparison,
  { type, value, hasDistinctItems }: DatasetColumn,
  sizes: Counts,
  limit: number,
): Sql {
  const items = hasDistinctItems ? value : sql`arrayDistinct(${value})`;
  const each = traitsOf(type).form === 'list' ? sql`arrayJoin(${items})` : value;
  const share = sql`(__all_targets / ${uint(sizes.targets + sizes.heldTargets)}
    + __all_others / ${uint(sizes.others + sizes.heldOthers)})`;
  return sql`SELECT
      ${lowerTrimSql(sql`__value`)} AS __key,
      argMax(__value, (__counted, __value)) AS __spelling,
      toUInt32(count()) AS __spellings,
      ${join(SETS.map((name) => sql`toUInt32(sum(${ident(`__${name}`)})) AS ${ident(`__sum_${name}`)}`))},
      __sum_targets + __sum_heldTargets AS __all_targets,
      __sum_others + __sum_heldOthers AS __all_others
    FROM (
      SELECT toString(__item) AS __value, toUInt32(count()) AS __counted, ${COUNTS}
      FROM (
        SELECT ${each} AS __item, ${set(comparison)} AS __set
        FROM ${comparison.dataset.table()}
        ${whereAll([isFilled(type, value), isCompared(comparison.sets)])})
      WHERE __item != ''
      GROUP BY __item)
    GROUP BY __key
    ORDER BY ${share} DESC, __key
    LIMIT ${uint(limit)}`;
}

/** Of values in a field without declared ranges: a few distinct ones, and where fifths of the companies meet. */
export interface NumberFacts {
  readonly column: DatasetColumn;
  readonly needsCuts: boolean;
}

const FIFTHS = sql`0.2, 0.4, 0.6, 0.8`;

/**
 * How finely the numbers of each column are told apart, as `__whole_0`, `__hundredths_0`, `__ten_thousandths_0` …; where
 * cuts are needed, the first distinct values `__few_0` and the cuts `__cuts_0` between fifths when both sets weigh the
 * same.
 */
export function numberFacts(
  comparison: Comparison,
  fields: readonly NumberFacts[],
  sizes: Counts,
  fewValues: number,
): Sql {
  // Each weight is the size of the other set, so that both sets have the same total.
  const weight = sql`if(__set < 2, ${uint(sizes.others + sizes.heldOthers)}, ${uint(sizes.targets + sizes.heldTargets)})`;
  const facts = fields.flatMap(({ column: { value }, needsCuts }, at) => {
    const named = (fact: string) => ident(`__${fact}_${at}`);
    const isStepped = (rounded: Sql) => sql`ifNull(min(${value} = ${rounded}), true)`;
    return [
      sql`${isStepped(sql`trunc(${value})`)} AS ${named('whole')}`,
      sql`${isStepped(sql`floor(${value} * 100 + 0.5) / 100`)} AS ${named('hundredths')}`,
      sql`${isStepped(sql`floor(${value} * 10000 + 0.5) / 10000`)} AS ${named('ten_thousandths')}`,
      ...(needsCuts
        ? [
            sql`groupUniqArray(${uint(fewValues)})(${value} + 0) AS ${named('few')}`,
            sql`quantilesExactWeighted(${FIFTHS})(${value}, __weight) AS ${named('cuts')}`,
          ]
        : []),
    ];
  });
  const used = join(fields.map(({ column: { value } }) => value));
  return sql`SELECT ${join(facts)}
    FROM (
      SELECT ${used}, ${set(comparison)} AS __set, toUInt64(${weight}) AS __weight
      FROM ${comparison.dataset.table()}
      ${whereAll([isCompared(comparison.sets)])})`;
}

/** Counts the companies in each range between ascending cuts, by the range's number. */
export function countsByRange(
  comparison: Comparison,
  { type, value }: DatasetColumn,
  cuts: readonly (number | string)[],
): Sql {
  const edge = (cut: number | string): Slot => (typeof cut === 'number' ? float(cut) : date(cut));
  const branches = cuts.flatMap((cut, at) => [sql`assumeNotNull(${value}) < ${edge(cut)}`, sql`${uint(at)}`]);
  return sql`SELECT __range, ${COUNTS}
    FROM (
      SELECT toUInt8(multiIf(${join([...branches, sql`${uint(cuts.length)}`])})) AS __range, ${set(comparison)} AS __set
      FROM ${comparison.dataset.table()}
      ${whereAll([isFilled(type, value), isCompared(comparison.sets)])})
    GROUP BY __range`;
}

/** Counts distinct texts up to a limit, as `__0`, `__1` …. */
export function distinctTexts({ dataset }: Comparison, columns: readonly DatasetColumn[], limit: number): Sql {
  const counts = columns.map(
    ({ value }, at) =>
      sql`toUInt32(length(groupUniqArrayIf(${uint(limit + 1)})(${value}, notEmpty(${value})))) AS ${ident(`__${at}`)}`,
  );
  return sql`SELECT ${join(counts)} FROM ${dataset.table()}`;
}
