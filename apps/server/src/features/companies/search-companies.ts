import type { Sql } from '@quarry/clickhouse';
import type * as contracts from '@quarry/contracts';
import { z } from 'zod';
import { type Dataset, openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { cachedCount } from './cached-counts.ts';
import { companyHit, readRows } from './read-rows.ts';
import { countOf, pageOfIds, searchWhere, tabCounts } from './search.sql.ts';
import { searchConditions, searchOrder } from './search-conditions.ts';

const countRow = z.object({ __count: z.number() });
const tabsRow = z.object({ ALL: z.number(), NEWLY_SOURCED: z.number(), RECENTLY_UPDATED: z.number() });

/** Searches the dataset: counts, unless the count is cached, finds the page's ids and reads their rows. */
export const searchCompanies: Verb<typeof contracts.searchCompanies> = async (scope, input) => {
  const dataset = await openDataset(scope);
  const order = searchOrder(dataset, input);
  const conditions = searchConditions(dataset, input);
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const findPage = async () => {
    if (!input.parts.includes('companies')) return { companies: [], companiesCnt: 0 };
    const where = searchWhere(conditions);
    const companiesCnt = await countCompanies(scope, dataset, where);
    // Counting separately lets the engine stop at the end of the page when it reads in table order.
    const page = pageOfIds(dataset, where, order, input.offset, input.limit);
    const hits = input.offset < companiesCnt ? await scope.warehouse.rows(page, companyHit, options) : [];
    return { companies: await readRows(scope, dataset, hits), companiesCnt };
  };
  const countTabs = async () => {
    if (!input.parts.includes('tabs')) return null;
    const [counts] = await scope.warehouse.rows(tabCounts(dataset, conditions), tabsRow, options);
    return counts ?? { ALL: 0, NEWLY_SOURCED: 0, RECENTLY_UPDATED: 0 };
  };
  const [page, tabs] = await Promise.all([findPage(), countTabs()]);
  return { ...page, tabs };
};

async function countCompanies(scope: ClientScope, dataset: Dataset, where: Sql): Promise<number> {
  const cached = cachedCount(scope, dataset, where);
  if (cached.count !== undefined) return cached.count;
  const [row] = await scope.warehouse.rows(countOf(dataset, where), countRow, {
    lane: 'people',
    signal: scope.request.signal,
  });
  const count = row?.__count ?? 0;
  cached.store(count);
  return count;
}
