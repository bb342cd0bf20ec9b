import { emptySql, float, ident, join, type Sql, sql, text, uint, uints, volatile } from '@quarry/clickhouse';
import type { CompanyTab } from '@quarry/contracts';
import { traitsOf } from '@quarry/filters';
import { containsNeedle, type SearchedText } from '@quarry/filters/compile';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { BEST_FIRST } from '#server/features/datasets/table.ts';

/** Companies stay in the tabs of new and updated ones for so long. */
export const RECENT_DAYS = 30;
/** Larger than the rounding error of a score in its stored row. */
const SCORE_ERROR = 1e-6;

/** The conditions of a search, without page and order. */
export interface SearchConditions {
  readonly filter: Sql;
  readonly search: string;
  /** The names and domains that `search` is looked for in. */
  readonly searchText: SearchedText;
  /** The domain in the search text, if any. */
  readonly searchedDomain: string | null;
  readonly tab: CompanyTab;
  /** Only these companies; null for all. */
  readonly companyIds?: readonly string[] | null;
  /** None of these companies; only for tables read without `Dataset`. */
  readonly excludedIds?: readonly string[];
}

function searchCondition({ search, searchText, searchedDomain }: SearchConditions): Sql {
  const term = search.trim().toLowerCase();
  if (term === '') return emptySql;
  const inNameOrDomain = containsNeedle(searchText, [term]);
  // A pasted URL is found by its domain.
  return searchedDomain === null || term === searchedDomain
    ? inNameOrDomain
    : sql`(${inNameOrDomain} OR position(__domain, ${text(searchedDomain)}) > 0)`;
}

const recently = volatile(sql`now() - toIntervalDay(${uint(RECENT_DAYS)})`);
const isNew = sql`__added_at >= ${recently}`;
// The build that adds a row doesn't count as an update.
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

/** The WHERE clause of a search. */
export function searchWhere(conditions: SearchConditions): Sql {
  return whereAll(searchMatch(conditions));
}

function whereAll(...conditions: readonly Sql[]): Sql {
  const all = allOf(...conditions);
  return all.isEmpty ? emptySql : sql`WHERE ${all}`;
}

/** The condition that all of these are met; empty ones always are. */
export function allOf(...conditions: readonly Sql[]): Sql {
  return join(
    conditions.filter((condition) => !condition.isEmpty),
    ' AND ',
  );
}

/** The condition of a search; empty if it finds every company. */
export function searchMatch(conditions: SearchConditions): Sql {
  const { companyIds = null, excludedIds = [] } = conditions;
  const isIncluded = excludedIds.length === 0 ? emptySql : sql`__company_id NOT IN ${uints(excludedIds)}`;
  const isChosen = companyIds === null ? emptySql : sql`__company_id IN ${uints(companyIds)}`;
  return allOf(isIncluded, isChosen, conditions.filter, searchCondition(conditions), tabCondition(conditions.tab));
}

/** A page of the companies that match a condition. */
export interface PageOfSearch {
  /** Empty for every company. */
  readonly match: Sql;
  readonly order: SearchOrder;
  readonly offset: number;
  readonly limit: number;
}

/** The values that stored rows lack, as `companyHit` reads them. */
export function liveValues({ scores }: Pick<Dataset, 'scores'>): Sql {
  return sql`__tags, [${join(scores.map(({ fieldName }) => ident(fieldName)))}] AS __scores`;
}

/** One page of hits: company ids with the values that the stored rows lack. */
export function pageOfIds(dataset: Dataset, { match, order, offset, limit }: PageOfSearch): Sql {
  return sql`SELECT toString(__company_id) AS __id, ${liveValues(dataset)}
    FROM ${dataset.table()}
    ${whereAll(match)}
    ORDER BY ${order.by}
    LIMIT ${uint(limit)} OFFSET ${uint(offset)}`;
}

export function countOf(dataset: Dataset, match: Sql): Sql {
  return sql`SELECT toUInt32(count()) AS __count
    FROM ${dataset.table()}
    ${whereAll(match)}`;
}

/** The companies of a selection in the given order. */
export function selectedCompanies(dataset: Dataset, where: Sql, order: Sql, limit: number): Sql {
  return sql`SELECT toString(__company_id) AS __id, __domain
    FROM ${dataset.table()}
    ${where}
    ORDER BY ${order}
    LIMIT ${uint(limit)}`;
}

/** The stored rows of the given companies, as JSON text. */
export function rowsByIds(dataset: Dataset, ids: readonly string[]): Sql {
  return sql`SELECT toString(company_id) AS id, row
    FROM ${dataset.rowsTable()}
    WHERE company_id IN ${uints(ids)}`;
}

/** The values that a company's stored row lacks. Its score makes this a lookup by the table's key. */
export function liveValuesOf(dataset: Dataset, id: string, score: number): Sql {
  return sql`SELECT toString(__company_id) AS __id, ${liveValues(dataset)}
    FROM ${dataset.table()}
    WHERE __company_id = ${uint(id)}
      AND __quality_score BETWEEN ${float(score - SCORE_ERROR)} AND ${float(score + SCORE_ERROR)}
    LIMIT 1`;
}

/**
 * Counts the companies of all tabs in one scan. `oldestNew` and `oldestUpdated` are in seconds since 1970; NULL if there
 * is none.
 */
export function tabCounts(dataset: Dataset, match: Sql): Sql {
  return sql`SELECT
      toUInt32(count()) AS \`ALL\`,
      toUInt32(countIf(${isNew})) AS NEWLY_SOURCED,
      toUInt32(countIf(${isUpdated})) AS RECENTLY_UPDATED,
      toUInt32(minOrNullIf(__added_at, ${isNew})) AS oldestNew,
      toUInt32(minOrNullIf(__updated_at, ${isUpdated})) AS oldestUpdated
    FROM ${dataset.table()}
    ${whereAll(match)}`;
}

/** The sort order of a search. */
export interface SearchOrder {
  /** For ORDER BY. */
  readonly by: Sql;
  /** The engine can read the table in this order, and stops at the end of the page. */
  readonly isTableOrder: boolean;
}

const WORST_FIRST = sql`__quality_score ASC, __company_id DESC`;
/** The table's order in plain columns, because computing its key for every match takes a tenth of a search. */
const BEST_OF_TIES = sql`__quality_score DESC, __company_id DESC`;

/**
 * The sort order of a search, or null if there is no such column. Empty values come last in both directions; ties sort by
 * quality and then id, which keeps paging stable. The best come first by the default score, if there is one.
 */
export function orderOf(
  dataset: Pick<Dataset, 'columns' | 'scores'>,
  sortby: string,
  direction: 'asc' | 'desc',
): SearchOrder | null {
  const best = dataset.scores.find(({ isDefault }) => isDefault);
  if (sortby === '__quality_score' && best !== undefined) {
    const score = ident(best.fieldName);
    const by = direction === 'desc' ? sql`${score} DESC, ${BEST_OF_TIES}` : sql`${score} ASC, ${WORST_FIRST}`;
    return { by, isTableOrder: false };
  }
  if (sortby === '__quality_score' && direction === 'desc') return { by: join(BEST_FIRST), isTableOrder: true };
  const by = sortOf(dataset, sortby, direction === 'asc' ? sql`ASC` : sql`DESC`);
  return by === null ? null : { by, isTableOrder: false };
}

function sortOf(dataset: Pick<Dataset, 'columns'>, sortby: string, orderDirection: Sql): Sql | null {
  if (sortby === '__company_id') return sql`__company_id ${orderDirection}`;
  if (sortby === '__quality_score') return WORST_FIRST;
  const column = dataset.columns.get(sortby);
  if (column === undefined) return null;
  const value = column.sortKey;
  switch (traitsOf(column.type).form) {
    case 'text': {
      const text = column.folded ?? sql`lowerUTF8(${value})`;
      return sql`${text} = '' ASC, ${text} ${orderDirection}, ${BEST_OF_TIES}`;
    }
    case 'list':
      return sql`empty(${value}) ASC, ${value} ${orderDirection}, ${BEST_OF_TIES}`;
    case 'number':
    case 'date':
    case 'boolean':
      return sql`${value} ${orderDirection} NULLS LAST, ${BEST_OF_TIES}`;
  }
}

export function companyIdByLinkedInId(dataset: Dataset, linkedInId: string): Sql {
  return sql`SELECT toString(__company_id) AS id
    FROM ${dataset.table()}
    WHERE __linked_in_id = ${text(linkedInId)}
    ORDER BY __company_id
    LIMIT 1`;
}
