import { type Sql, sql } from '@quarry/clickhouse';
import type { CompanyRow } from '@quarry/contracts';
import { z } from 'zod';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { HEAD_COMPANIES } from '#server/features/datasets/table.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { cachedCount } from './cached-counts.ts';
import { type CompanyHit, companyHit, readRows } from './read-rows.ts';
import { countOf, type PageOfSearch, pageOfIds } from './search.sql.ts';

/** Fetching the tags of the page afterwards takes longer than reading them on the way to its end. */
const IN_TABLE_ORDER = { query_plan_optimize_lazy_materialization: 0 };

/** What counting needs of a call. */
export type QueryScope = Pick<ClientScope, 'warehouse' | 'caches'> & {
  readonly request: Pick<ClientScope['request'], 'signal'>;
};

const countRow = z.object({ __count: z.number() });

/** A search whose matches are counted if `isCounted`, or if that costs nothing. */
export interface CountableSearch extends PageOfSearch {
  readonly isCounted: boolean;
  /** The search names its companies: so few are not worth looking for among the best. */
  readonly findsFew?: boolean;
}

/** A page of companies with the number of all that match, which is only a lower bound unless `isCounted`. */
export interface FoundCompanies {
  readonly companies: CompanyRow[];
  readonly companiesCnt: number;
  readonly isCounted: boolean;
}

/**
 * Finds the page and the number of all matches. In the table's order the engine stops at the end of the page, so a
 * second statement counts if it is asked to; its result is cached. In any other order the engine reads all matches
 * anyway, so one statement does both; so it does for few matches, whatever the order.
 */
export async function findCompanies(
  scope: ClientScope,
  dataset: Dataset,
  search: CountableSearch,
): Promise<FoundCompanies> {
  const cached = cachedCount(scope, dataset, search.match);
  if (!search.order.isTableOrder || search.findsFew === true) {
    const options = { lane: 'people', signal: scope.request.signal } as const;
    const page = pageOfIds(dataset, search);
    const { rows: hits, rowsBeforeLimit } = await scope.warehouse.rowsWithTotal(page, companyHit, options);
    cached.store(rowsBeforeLimit);
    return { companies: await readRows(scope, dataset, hits), companiesCnt: rowsBeforeLimit, isCounted: true };
  }
  if (cached.count === undefined && search.isCounted) {
    const found = await countAndFind(scope, dataset, search);
    cached.store(found.companiesCnt);
    return found;
  }
  const { offset, limit } = search;
  const known = cached.count;
  if (known !== undefined && offset >= known) return { companies: [], companiesCnt: known, isCounted: true };
  const hits = await findBest(scope, dataset, search);
  const companies = await readRows(scope, dataset, hits);
  if (known !== undefined) return { companies, companiesCnt: known, isCounted: true };
  const isLastPage = hits.length < limit && (hits.length > 0 || offset === 0);
  return { companies, companiesCnt: hits.length === 0 ? 0 : offset + hits.length, isCounted: isLastPage };
}

/**
 * Counts the matches, and meanwhile looks for the page in the version's head. If that does not have all of the page, the
 * page is found afterwards, because the engine then skips ranges without a match.
 */
async function countAndFind(scope: ClientScope, dataset: Dataset, search: CountableSearch): Promise<FoundCompanies> {
  const { match, offset, limit } = search;
  const [companiesCnt, head] = await Promise.all([
    countCompanies(scope, dataset, match),
    findInHead(scope, dataset, search),
  ]);
  if (head.companies !== null) return { companies: head.companies, companiesCnt, isCounted: true };
  const isWhole = head.hits.length === Math.min(limit, Math.max(0, companiesCnt - offset));
  const hits = isWhole ? head.hits : await findBest(scope, dataset, search);
  return { companies: await readRows(scope, dataset, hits), companiesCnt, isCounted: true };
}

/** The part of the page in the version's head; with the companies if it is the whole page whatever the count. */
async function findInHead(
  scope: ClientScope,
  dataset: Dataset,
  search: CountableSearch,
): Promise<{ hits: CompanyHit[]; companies: CompanyRow[] | null }> {
  const { match, offset, limit } = search;
  const { isInHead } = dataset;
  if (isInHead === null || offset + limit > HEAD_COMPANIES) return { hits: [], companies: null };
  const inHead = match.isEmpty ? isInHead : sql`${isInHead} AND (${match})`;
  const hits = await findBest(scope, dataset, { ...search, match: inHead });
  return { hits, companies: hits.length === limit ? await readRows(scope, dataset, hits) : null };
}

/** A page in the table's order. */
function findBest(scope: ClientScope, dataset: Dataset, page: PageOfSearch): Promise<CompanyHit[]> {
  return scope.warehouse.rows(pageOfIds(dataset, page), companyHit, {
    lane: 'people',
    signal: scope.request.signal,
    settings: IN_TABLE_ORDER,
  });
}

/** The number of companies that match, which a search has mostly counted before. */
export async function countMatches(scope: QueryScope, dataset: Dataset, match: Sql): Promise<number> {
  const cached = cachedCount(scope, dataset, match);
  if (cached.count !== undefined) return cached.count;
  const count = await countCompanies(scope, dataset, match);
  cached.store(count);
  return count;
}

async function countCompanies(scope: QueryScope, dataset: Dataset, match: Sql): Promise<number> {
  const [row] = await scope.warehouse.rows(countOf(dataset, match), countRow, {
    lane: 'people',
    signal: scope.request.signal,
  });
  return row?.__count ?? 0;
}
