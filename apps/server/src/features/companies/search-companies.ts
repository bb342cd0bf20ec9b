import type * as contracts from '@quarry/contracts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { countTabs } from './count-tabs.ts';
import { findCompanies } from './find-companies.ts';
import { searchMatch } from './search.sql.ts';
import { namesCompanies, searchConditions, searchOrder } from './search-conditions.ts';

/** Searches the dataset: finds the page and the number of matches. */
export const searchCompanies: Verb<typeof contracts.searchCompanies> = async (scope, input) => {
  const dataset = await openDataset(scope);
  const order = searchOrder(dataset, input);
  const conditions = searchConditions(dataset, input);
  const { parts, offset, limit } = input;
  const page = parts.includes('companies')
    ? await findCompanies(scope, dataset, {
        match: searchMatch(conditions),
        order,
        offset,
        limit,
        isCounted: input.count,
        findsFew: namesCompanies(dataset, input.filters),
      })
    : { companies: [], companiesCnt: 0, isCounted: false };
  // One after the other, so that the page has every core.
  return { ...page, tabs: parts.includes('tabs') ? await countTabs(scope, dataset, conditions) : null };
};
