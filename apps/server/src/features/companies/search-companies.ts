import type { Sql } from '@quarry/clickhouse';
import type * as contracts from '@quarry/contracts';
import { z } from 'zod';
import { type Dataset, openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { cachedCount } from './cached-counts.ts';
import { type CompanyHit, companyHit, readRows } from './read-rows.ts';
import { countOf, type PageOfSearch, pageOfIds, searchWhere, tabCounts } from './search.sql.ts';
import { searchConditions, searchOrder } from './search-conditions.ts';

/** Fetching the tags of the page afterwards takes longer than reading them on the way to its end. */
const IN_TABLE_ORDER = { query_plan_optimize_lazy_materialization: 0 };

const countRow = z.object({ __count: z.number() });
const tabsRow = z.object({ ALL: z.number(), NEWLY_SOURCED: z.number(), RECENTLY_UPDATED: z.number() });

/** Searches the dataset: finds the page's ids and the number of matches, then reads the rows. */
export const searchCompanies: Verb<typeof contracts.searchCompanies> = async (scope, input) => {
  const dataset = await openDataset(scope);
  const order = searchOrder(dataset, input);
  const conditions = searchConditions(dataset, input);
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const findPage = async () => {
    if (!input.parts.includes('companies')) return { companies: [], companiesCnt: 0, isCounted: false };
    const { hits, ...total } = await findHits(scope, dataset, {
      where: searchWhere(conditions),
      order,
      offset: input.offset,
      limit: input.limit,
      isCounted: input.count,
    });
    return { companies: await readRows(scope, dataset, hits), ...total };
  };
  const countTabs = async () => {
    if (!input.parts.includes('tabs')) return null;
    const [counts] = await scope.warehouse.rows(tabCounts(dataset, conditions), tabsRow, options);
    return counts ?? { ALL: 0, NEWLY_SOURCED: 0, RECENTLY_UPDATED: 0 };
  };
  // One after the other, so that the page has every core.
  const page = await findPage();
  return { ...page, tabs: await countTabs() };
};

/**
 * Finds the page and the number of all matches. In the table's order the engine stops at the end of the page, so a
 * second statement counts if it is asked to; its result is cached, and it runs first because the engine then skips ranges
 * without a match. In any other order the engine reads all matches anyway, so one statement does both.
 */
async function findHits(
  scope: ClientScope,
  dataset: Dataset,
  search: PageOfSearch & { readonly isCounted: boolean },
): Promise<{ hits: CompanyHit[]; companiesCnt: number; isCounted: boolean }> {
  const { where, order, offset, limit } = search;
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const page = pageOfIds(dataset, search);
  const cached = cachedCount(scope, dataset, where);
  if (!order.isTableOrder) {
    const { rows, rowsBeforeLimit } = await scope.warehouse.rowsWithTotal(page, companyHit, options);
    cached.store(rowsBeforeLimit);
    return { hits: rows, companiesCnt: rowsBeforeLimit, isCounted: true };
  }
  const known = cached.count ?? (search.isCounted ? await countCompanies(scope, dataset, where) : null);
  if (known !== null) cached.store(known);
  if (known !== null && offset >= known) return { hits: [], companiesCnt: known, isCounted: true };
  const hits = await scope.warehouse.rows(page, companyHit, { ...options, settings: IN_TABLE_ORDER });
  if (known !== null) return { hits, companiesCnt: known, isCounted: true };
  const isLastPage = hits.length < limit && (hits.length > 0 || offset === 0);
  return { hits, companiesCnt: hits.length === 0 ? 0 : offset + hits.length, isCounted: isLastPage };
}

async function countCompanies(scope: ClientScope, dataset: Dataset, where: Sql): Promise<number> {
  const [row] = await scope.warehouse.rows(countOf(dataset, where), countRow, {
    lane: 'people',
    signal: scope.request.signal,
  });
  return row?.__count ?? 0;
}
