import type { Sql } from '@quarry/clickhouse';
import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { z } from 'zod';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import { type Dataset, openDataset } from '#server/features/datasets/dataset.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { knownCount } from './known-counts.ts';
import { foundCompany, readRows } from './read-rows.ts';
import { countOf, orderOf, pageOfIds, tabCounts, wantedRows } from './search.sql.ts';

const countRow = z.object({ __count: z.number() });
const tabsRow = z.object({ ALL: z.number(), NEWLY_SOURCED: z.number(), RECENTLY_UPDATED: z.number() });

/** Searches the dataset: counts, unless the count is known, finds the page's ids, then fetches their rows by key. */
export const searchCompanies: Verb<typeof contracts.searchCompanies> = async (scope, input) => {
  const dataset = await openDataset(scope);
  const order = orderOf(dataset, input.sortby, input.sortdirection);
  if (order === null) {
    throw new AppError('VALIDATION_FAILED', 'The companies can not be sorted by this data point.', {
      sortby: input.sortby,
    });
  }
  const wanted = {
    filter: compileDatasetFilter(dataset, input.filters),
    search: input.search,
    searchedDomain: normaliseDomain(input.search)?.host ?? null,
  };
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const findPage = async () => {
    if (!input.parts.includes('companies')) return { companies: [], companiesCnt: 0 };
    const where = wantedRows({ ...wanted, tab: input.tab });
    const companiesCnt = await countWanted(scope, dataset, where);
    // In the order of the table the engine stops at the end of the page, which with a count to make it would not.
    const page = pageOfIds(dataset, where, order, input.offset, input.limit);
    const found = input.offset < companiesCnt ? await scope.warehouse.rows(page, foundCompany, options) : [];
    return { companies: await readRows(scope, dataset, found), companiesCnt };
  };
  const countTabs = async () => {
    if (!input.parts.includes('tabs')) return null;
    const [counts] = await scope.warehouse.rows(tabCounts(dataset, wanted), tabsRow, options);
    return counts ?? { ALL: 0, NEWLY_SOURCED: 0, RECENTLY_UPDATED: 0 };
  };
  const [page, tabs] = await Promise.all([findPage(), countTabs()]);
  return { ...page, tabs };
};

async function countWanted(scope: ClientScope, dataset: Dataset, where: Sql): Promise<number> {
  const known = knownCount(scope, dataset, where);
  if (known.count !== undefined) return known.count;
  const [counted] = await scope.warehouse.rows(countOf(dataset, where), countRow, {
    lane: 'people',
    signal: scope.request.signal,
  });
  const count = counted?.__count ?? 0;
  known.remember(count);
  return count;
}
