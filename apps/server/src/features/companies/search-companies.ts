import type * as contracts from '@quarry/contracts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { countTabs } from './count-tabs.ts';
import { findHits } from './find-hits.ts';
import { readRows } from './read-rows.ts';
import { searchMatch } from './search.sql.ts';
import { namesCompanies, searchConditions, searchOrder } from './search-conditions.ts';

/** Searches the dataset: finds the page's ids and the number of matches, then reads the rows. */
export const searchCompanies: Verb<typeof contracts.searchCompanies> = async (scope, input) => {
  const dataset = await openDataset(scope);
  const order = searchOrder(dataset, input);
  const conditions = searchConditions(dataset, input);
  const findPage = async () => {
    if (!input.parts.includes('companies')) return { companies: [], companiesCnt: 0, isCounted: false };
    const { hits, ...total } = await findHits(scope, dataset, {
      match: searchMatch(conditions),
      order,
      offset: input.offset,
      limit: input.limit,
      isCounted: input.count,
      findsFew: namesCompanies(dataset, input.filters),
    });
    return { companies: await readRows(scope, dataset, hits), ...total };
  };
  // One after the other, so that the page has every core.
  const page = await findPage();
  return { ...page, tabs: input.parts.includes('tabs') ? await countTabs(scope, dataset, conditions) : null };
};
