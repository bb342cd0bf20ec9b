import { date, float, ident, join, type Sql, sql, text, uint } from '@quarry/clickhouse';
import { foldText, traitsOf } from '@quarry/filters';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import { isFilled } from '#server/features/universe/is-filled.sql.ts';
import { isCompared, isCountedApart, setOf, whereAll } from './compared-sets.sql.ts';
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

const set = ({ sets, companies }: Comparison): Sql => setOf(sets, companies);

const countsOf = (conditions: readonly Sql[]): Sql =>
  join([
    sql`toUInt32(count()) AS __companies`,
    ...conditions.map((condition, at) => sql`toUInt32(countIf(${condition})) AS ${ident(`__${at}`)}`),
  ]);

/** Counts all companies of the dataset, as `__companies`, and those that meet each condition, as `__0`, `__1` …. */
export function countsOfAll({ dataset }: Comparison, conditions: readonly Sql[]): Sql {
  return sql`SELECT ${countsOf(conditions)} FROM ${dataset.table()}`;
}

/** The same for each set that is counted by itself, named in `__set`. */
export function countsBySet(comparison: Comparison, conditions: readonly Sql[]): Sql {
  const { dataset, sets, companies } = comparison;
  return sql`SELECT ${set(comparison)} AS __set, ${countsOf(conditions)}
    FROM ${dataset.table()}
    ${whereAll([isCountedApart(sets, companies)])}
    GROUP BY __set`;
}

/** The condition that a company has a value; for booleans that it is yes. */
export function hasValue({ type, value }: DatasetColumn): Sql {
  return traitsOf(type).form === 'boolean' ? sql`ifNull(${value}, false)` : isFilled(type, value);
}

/** Counts the different items of a list that contain each text, as `__0`, `__1` …; null where these are not stored. */
export function itemsContaining({ items }: DatasetColumn, texts: readonly string[]): Sql | null {
  if (items === undefined) return null;
  const counts = texts.map(
    (each, at) => sql`toUInt32(countIf(position(item, ${text(foldText(each))}) > 0)) AS ${ident(`__${at}`)}`,
  );
  return sql`SELECT ${join(counts)} FROM (${items})`;
}

/** Of values in a field without declared ranges: a few distinct ones, and where fifths of the companies meet. */
export interface NumberFacts {
  readonly column: DatasetColumn;
  readonly needsCuts: boolean;
  readonly needsFew: boolean;
}

const FIFTHS = sql`0.2, 0.4, 0.6, 0.8`;

/**
 * Whether all numbers of each column are whole, as `__whole_0` …; where cuts are needed, the first distinct values
 * `__few_0` and the cuts `__cuts_0` between fifths when both sets weigh the same.
 */
export function numberFacts(
  comparison: Comparison,
  fields: readonly NumberFacts[],
  sizes: Counts,
  fewValues: number,
): Sql {
  // Each weight is the size of the other set, so that both sets have the same total.
  const weight = sql`if(__set < 2, ${uint(sizes.others + sizes.heldOthers)}, ${uint(sizes.targets + sizes.heldTargets)})`;
  const facts = fields.flatMap(({ column: { value }, needsCuts, needsFew }, at) => {
    const named = (fact: string) => ident(`__${fact}_${at}`);
    return [
      sql`${isEachEqual(value, sql`trunc(${value})`)} AS ${named('whole')}`,
      ...(needsFew ? [sql`groupUniqArray(${uint(fewValues)})(${value} + 0) AS ${named('few')}`] : []),
      ...(needsCuts ? [sql`quantilesExactWeighted(${FIFTHS})(${value}, __weight) AS ${named('cuts')}`] : []),
    ];
  });
  const used = join(fields.map(({ column: { value } }) => value));
  return sql`SELECT ${join(facts)}
    FROM (
      SELECT ${used}, ${set(comparison)} AS __set, toUInt64(${weight}) AS __weight
      FROM ${comparison.dataset.table()}
      ${whereAll([isCompared(comparison.sets)])})`;
}

/** Whether all numbers of columns are multiples of a hundredth and of a ten-thousandth: `__hundredths_0` …. */
export function fineSteps({ dataset, sets }: Comparison, columns: readonly DatasetColumn[]): Sql {
  const steps = columns.flatMap(({ value }, at) => [
    sql`${isEachEqual(value, sql`floor(${value} * 100 + 0.5) / 100`)} AS ${ident(`__hundredths_${at}`)}`,
    sql`${isEachEqual(value, sql`floor(${value} * 10000 + 0.5) / 10000`)} AS ${ident(`__ten_thousandths_${at}`)}`,
  ]);
  return sql`SELECT ${join(steps)} FROM ${dataset.table()} ${whereAll([isCompared(sets)])}`;
}

const isEachEqual = (value: Sql, rounded: Sql): Sql => sql`countIf(${value} != ${rounded}) = 0`;

/** The condition that a company's number or date is smaller than that. */
export function isBelow({ value }: DatasetColumn, edge: number | string): Sql {
  return sql`${value} < ${typeof edge === 'number' ? float(edge) : date(edge)}`;
}

/** Counts distinct texts up to a limit, as `__0`, `__1` …. */
export function distinctTexts({ dataset }: Comparison, columns: readonly DatasetColumn[], limit: number): Sql {
  const counts = columns.map(
    ({ value }, at) =>
      sql`toUInt32(length(groupUniqArrayIf(${uint(limit + 1)})(${value}, notEmpty(${value})))) AS ${ident(`__${at}`)}`,
  );
  return sql`SELECT ${join(counts)} FROM ${dataset.table()}`;
}
