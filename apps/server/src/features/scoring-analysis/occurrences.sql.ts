import { date, float, ident, join, type Sql, sql, text, uint } from '@quarry/clickhouse';
import { foldText, traitsOf } from '@quarry/filters';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import { isFilled } from '#server/features/universe/is-filled.sql.ts';
import { isCountedApart, setOf, whereAll } from './compared-sets.sql.ts';
import type { ComparedSets } from './compared-sets.ts';

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
