import { emptySql, float, join, type Sql, sql, text, uint, uints, volatile } from '@quarry/clickhouse';
import type { CompanyTab } from '@quarry/contracts';
import { traitsOf } from '@quarry/filters';
import { containsInWords } from '@quarry/filters/compile';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { BEST_FIRST } from '#server/features/datasets/table.ts';

/** Days for which a company counts as newly sourced or recently updated. */
const RECENT_DAYS = 30;
/** More than a score loses when it is written as text and read back. */
const SCORE_ERROR = 1e-6;

/** The part of a search that decides which rows it finds; page and order come on top. */
export interface RowsWanted {
  readonly filter: Sql;
  readonly search: string;
  /** The domain that the search text stands for, if any. */
  readonly searchedDomain: string | null;
  readonly tab: CompanyTab;
}

function searchCondition({ search, searchedDomain }: RowsWanted): Sql {
  const typed = search.trim().toLowerCase();
  if (typed === '') return emptySql;
  const inNameOrDomain = containsInWords(sql`__search`, typed);
  // A pasted web address is found by the domain in it.
  return searchedDomain === null || typed === searchedDomain
    ? inNameOrDomain
    : sql`(${inNameOrDomain} OR position(__domain, ${text(searchedDomain)}) > 0)`;
}

const recently = volatile(sql`now() - toIntervalDay(${uint(RECENT_DAYS)})`);
const isNew = sql`__added_at >= ${recently}`;
// An update counts only at a later build than the one that brought the row in.
const isUpdated = sql`(__updated_at >= ${recently} AND __updated_at > __added_at)`;

function tabCondition(tab: CompanyTab): Sql {
  switch (tab) {
    case 'ALL':
      return emptySql;
    case 'NEWLY_SOURCED':
      return isNew;
    case 'RECENTLY_UPDATED':
      return isUpdated;
  }
}

function whereClause(conditions: readonly Sql[]): Sql {
  const given = conditions.filter((condition) => !condition.isEmpty);
  return given.length === 0 ? emptySql : sql`WHERE ${join(given, ' AND ')}`;
}

/** Rows that a search finds under its tab, as a WHERE clause. */
export function wantedRows(wanted: RowsWanted): Sql {
  return whereClause([wanted.filter, searchCondition(wanted), tabCondition(wanted.tab)]);
}

/** One page of company ids, with the columns that the stored rows lack. */
export function pageOfIds(dataset: Dataset, where: Sql, order: Sql, offset: number, limit: number): Sql {
  return sql`SELECT toString(__company_id) AS __id, __tags
    FROM ${dataset.table()}
    ${where}
    ORDER BY ${order}
    LIMIT ${uint(limit)} OFFSET ${uint(offset)}`;
}

/** How many rows a search finds. */
export function countOf(dataset: Dataset, where: Sql): Sql {
  return sql`SELECT toUInt32(count()) AS __count
    FROM ${dataset.table()}
    ${where}`;
}

/** The stored rows of the given companies, as JSON text. */
export function rowsByIds(dataset: Dataset, ids: readonly string[]): Sql {
  return sql`SELECT toString(company_id) AS id, row
    FROM ${dataset.rowsTable()}
    WHERE company_id IN ${uints(ids)}`;
}

/** The columns that a company's stored row lacks. The score of that row makes this a look-up by the table's key. */
export function laterValuesOf(dataset: Dataset, id: string, score: number): Sql {
  return sql`SELECT toString(__company_id) AS __id, __tags
    FROM ${dataset.table()}
    WHERE __company_id = ${uint(id)}
      AND __quality_score BETWEEN ${float(score - SCORE_ERROR)} AND ${float(score + SCORE_ERROR)}
    LIMIT 1`;
}

/** Counts of all tabs under the same filter and search, in one scan. */
export function tabCounts(dataset: Dataset, wanted: Omit<RowsWanted, 'tab'>): Sql {
  return sql`SELECT
      toUInt32(count()) AS \`ALL\`,
      toUInt32(countIf(${isNew})) AS NEWLY_SOURCED,
      toUInt32(countIf(${isUpdated})) AS RECENTLY_UPDATED
    FROM ${dataset.table()}
    ${wantedRows({ ...wanted, tab: 'ALL' })}`;
}

/**
 * Order of a search: nulls and empty texts last in both directions, ties by quality and then by id, so that paging is
 * stable.
 */
export function orderOf(dataset: Pick<Dataset, 'columns'>, sortby: string, direction: 'asc' | 'desc'): Sql | null {
  const by = direction === 'asc' ? sql`ASC` : sql`DESC`;
  if (sortby === '__company_id') return sql`__company_id ${by}`;
  const bestFirst = join(BEST_FIRST);
  if (sortby === '__quality_score' && direction === 'desc') return bestFirst;
  if (sortby === '__quality_score') return sql`__quality_score ASC, __company_id DESC`;
  const column = dataset.columns.get(sortby);
  if (column === undefined) return null;
  const value = column.sortKey;
  switch (traitsOf(column.type).form) {
    case 'text':
      return sql`${value} = '' ASC, ${column.folded ?? sql`lowerUTF8(${value})`} ${by}, ${bestFirst}`;
    case 'list':
      return sql`empty(${value}) ASC, ${value} ${by}, ${bestFirst}`;
    case 'number':
    case 'date':
    case 'boolean':
      return sql`${value} ${by} NULLS LAST, ${bestFirst}`;
  }
}

/** The company that carries a LinkedIn id. */
export function companyIdByLinkedInId(dataset: Dataset, linkedInId: string): Sql {
  return sql`SELECT toString(__company_id) AS id
    FROM ${dataset.table()}
    WHERE __linked_in_id = ${text(linkedInId)}
    ORDER BY __company_id
    LIMIT 1`;
}
