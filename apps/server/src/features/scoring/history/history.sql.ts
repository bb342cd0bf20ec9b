import {
  ident,
  inline,
  inSubquery,
  join,
  localTable,
  onCluster,
  param,
  type Sql,
  sql,
  type Topology,
  uint,
  uints,
} from '@quarry/clickhouse';
import { SEGMENTS_FIELD } from '@quarry/contracts';
import { InvalidFilterError, traitsOf } from '@quarry/filters';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import { type Dataset, withoutIndexes } from '#server/features/datasets/dataset.ts';
import type { RuleChange } from './compare-rules.ts';
import { scoreHistoryTable } from './history-table.ts';

/** Whether a company met a rule before, where nothing tells any more. */
export const UNKNOWN = 2;
/** Values are recorded up to these lengths. */
const MAX_TEXT = 200;
const MAX_ITEMS = 20;

/** A recalculation whose changes are to be written. */
export interface NewRecalculation {
  readonly clientName: string;
  readonly number: number;
  readonly at: Date;
  readonly rules: readonly ComparedRule[];
}

/** A rule that may have moved scores. */
export interface ComparedRule extends RuleChange {
  /** The rows can tell whether companies met it before. */
  readonly isKnownBefore: boolean;
}

/**
 * The companies of a table with their score before: `SELECT * … __before`. Recalculations that nobody saw may have
 * written over it, and then know it.
 */
export function scoresBefore(clientName: string, table: Sql, score: Sql, unseen: readonly number[]): Sql {
  if (unseen.length === 0) return sql`SELECT *, ${score} AS __before FROM ${table}`;
  return sql`SELECT *, if(__seen_id = __company_id, __seen, ${score}) AS __before
    FROM ${table} AS __scored
    GLOBAL LEFT ANY JOIN (
      SELECT company_id AS __seen_id, any(before) AS __seen
      FROM ${historyOf(clientName)}
      WHERE recalculation IN ${uints(unseen)}
      GROUP BY company_id) AS __unseen ON __scored.__company_id = __unseen.__seen_id`;
}

const historyOf = (clientName: string): Sql => {
  const { database, name } = scoreHistoryTable(clientName);
  return sql`${ident(database, name)}`;
};

/** Counts the companies of one table whose score changes: `__changes`. */
export function countChanges(before: Sql, after: Sql): Sql {
  return sql`SELECT toUInt32(countIf(__before != ${after})) AS __changes FROM (${before})`;
}

/** Writes what a definition changes: the companies and their values stay the same. */
export function writeChanges(recalculation: NewRecalculation, dataset: Dataset, before: Sql, after: Sql): Sql {
  const { rules } = recalculation;
  const known = rules.map(({ isKnownBefore }) => (isKnownBefore ? 1 : 0));
  return insertMoved(
    recalculation,
    sql`SELECT __company_id, __before, ${after} AS __after, ${metAfter(dataset, rules)} AS __is,
        arrayMap((is, is_known) -> if(is_known, is, toUInt8(${uint(UNKNOWN)})), __is, ${param('Array(UInt8)', known)}) AS __was
      FROM (${before})
      WHERE __before != __after`,
    false,
  );
}

/** Two versions of a dataset: the companies of the first with their scores before, those of the second with new ones. */
export interface ComparedVersions {
  readonly earlier: Dataset;
  /** From `scoresBefore`. */
  readonly before: Sql;
  readonly later: Dataset;
  /** The later version's column. */
  readonly score: Sql;
}

/** Counts the companies of both versions whose score changes: `__changes`. */
export function countChangesBetween(versions: ComparedVersions): Sql {
  return sql`SELECT toUInt32(count()) AS __changes FROM (${changedBetween(versions)})`;
}

function changedBetween({ before, later, score }: ComparedVersions): Sql {
  return sql`SELECT __company_id
    FROM (SELECT __company_id, __before FROM (${before})) AS __earlier
    GLOBAL ANY INNER JOIN (
      SELECT __company_id, ${score} AS __after FROM ${later.table()}) AS __later USING (__company_id)
    WHERE __before != __after`;
}

/** Writes the changes between two versions, one of several `shares` of the companies. */
export function writeChangesBetween(
  recalculation: NewRecalculation,
  versions: ComparedVersions,
  { share, shares }: { readonly share: number; readonly shares: number },
): Sql {
  const { rules } = recalculation;
  const { earlier, before, later, score } = versions;
  const isChanged = sql`__company_id % ${uint(shares)} = ${uint(share)}
    AND ${inSubquery(sql`__company_id`, changedBetween(versions))}`;
  return insertMoved(
    recalculation,
    sql`SELECT * FROM (
        SELECT __company_id, __before, ${metBefore(earlier, rules)} AS __was, ${valuesOn(earlier, rules)} AS __texts_before
        FROM (${before})
        WHERE ${isChanged}) AS __earlier
      GLOBAL ANY INNER JOIN (
        SELECT __company_id, ${score} AS __after, ${metAfter(later, rules)} AS __is, ${valuesOn(later, rules)} AS __texts_after
        FROM ${later.table()}
        WHERE ${isChanged}) AS __later USING (__company_id)`,
    true,
  );
}

/**
 * Writes the companies of `changed`, each with the rules that moved its score. Those of which nobody knows if they were
 * met may have, unless the others explain the change.
 */
function insertMoved({ clientName, number, at, rules }: NewRecalculation, changed: Sql, hasValues: boolean): Sql {
  const points = (pick: (rule: ComparedRule) => number) => param('Array(Int32)', rules.map(pick));
  const moved = (list: Sql) => sql`arrayFilter((each, is_moved) -> is_moved, ${list}, __moved)`;
  const values = (list: Sql) => (hasValues ? moved(list) : sql`CAST([], 'Array(String)')`);
  const places = param(
    'Array(UInt16)',
    rules.map((_rule, at) => at + 1),
  );
  return sql`INSERT INTO ${historyOf(clientName)}
      (recalculation, company_id, changed_at, before, after, places, was_met, is_met, values_before, values_after)
    SELECT
      ${uint(number)}, __company_id, toDateTime(${uint(Math.floor(at.getTime() / 1_000))}, 'UTC'), __before, __after,
      ${moved(sql`${places}`)}, ${moved(sql`__was`)}, ${moved(sql`__is`)},
      ${values(sql`__texts_before`)}, ${values(sql`__texts_after`)}
    FROM (
      SELECT
        *,
        arrayMap(
          (was, is, points_before, points_after) ->
            if(was = ${uint(UNKNOWN)}, toInt32(0), toInt32(is * points_after - was * points_before)),
          __was, __is, ${points(({ pointsBefore }) => pointsBefore)}, ${points(({ pointsAfter }) => pointsAfter)}) AS __deltas,
        __after - __before != arraySum(__deltas) AS __is_unexplained,
        arrayMap((was, delta) -> if(was = ${uint(UNKNOWN)}, __is_unexplained, delta != 0), __was, __deltas) AS __moved
      FROM (${changed}))`;
}

function metBefore(dataset: Dataset, rules: readonly ComparedRule[]): Sql {
  return flags(rules.map((rule) => (rule.isKnownBefore ? conditionOn(dataset, rule) : null) ?? sql`${uint(UNKNOWN)}`));
}

function metAfter(dataset: Dataset, rules: readonly ComparedRule[]): Sql {
  // Rules that were removed may not compile any more, and give no points.
  return flags(rules.map((rule) => conditionOn(dataset, rule) ?? sql`0`));
}

const flags = (conditions: readonly Sql[]): Sql =>
  sql`CAST([${join(conditions.map((condition) => sql`toUInt8(${condition})`))}], 'Array(UInt8)')`;

/** The condition of a rule; null if the dataset can't evaluate it. */
export function conditionOn(dataset: Dataset, { rule }: Pick<RuleChange, 'rule'>): Sql | null {
  try {
    return compileDatasetFilter(withoutIndexes(dataset), { id: 'root', combinator: 'and', rules: [rule] });
  } catch (error) {
    if (!(error instanceof InvalidFilterError)) throw error;
    return null;
  }
}

/** The company's value for each rule as JSON. */
function valuesOn(dataset: Dataset, rules: readonly ComparedRule[]): Sql {
  return sql`CAST([${join(rules.map(({ rule }) => valueOn(dataset, rule.field)))}], 'Array(String)')`;
}

function valueOn({ columns }: Dataset, field: string): Sql {
  const column = columns.get(field);
  // The list of all segments takes a look-up in each of them.
  if (column === undefined || field === SEGMENTS_FIELD) return sql`''`;
  const cut = (value: Sql) => sql`substringUTF8(toString(${value}), 1, ${uint(MAX_TEXT)})`;
  switch (traitsOf(column.type).form) {
    case 'text':
      return sql`toJSONString(${cut(column.value)})`;
    case 'list':
      return sql`toJSONString(arrayMap(item -> ${cut(sql`item`)}, arraySlice(${column.value}, 1, ${uint(MAX_ITEMS)})))`;
    case 'number':
    case 'date':
    case 'boolean':
      return sql`ifNull(toJSONString(${column.value}), 'null')`;
  }
}

/** The changes of one company in these recalculations, newest first. */
export function changesOf(clientName: string, companyId: string, numbers: readonly number[], limit: number): Sql {
  return sql`SELECT toString(recalculation) AS number, before, after, places, was_met, is_met, values_before, values_after
    FROM ${historyOf(clientName)}
    WHERE company_id = ${uint(companyId)} AND recalculation IN ${uints(numbers)}
    ORDER BY recalculation DESC
    LIMIT ${uint(limit)}`;
}

/** The id of a company that the dataset has. */
export function findCompany(dataset: Dataset, companyId: string): Sql {
  return sql`SELECT toString(__company_id) AS id FROM ${dataset.table()} WHERE __company_id = ${uint(companyId)} LIMIT 1`;
}

/** Deletes the rows of recalculations. */
export function deleteChanges(clientName: string, numbers: readonly number[], topology: Topology): Sql {
  const table = localTable(topology, scoreHistoryTable(clientName));
  return inline(sql`ALTER TABLE ${table}${onCluster(topology)} DELETE WHERE recalculation IN ${uints(numbers)}`);
}
