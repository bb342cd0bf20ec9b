import type { CompanyTab } from '@quarry/contracts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { defineCache } from '#server/platform/caches.ts';
import { searchKey } from './cached-counts.ts';
import type { QueryScope } from './find-companies.ts';
import { RECENT_DAYS, type SearchConditions, searchMatch, tabCounts } from './search.sql.ts';

const NONE = { ALL: 0, NEWLY_SOURCED: 0, RECENTLY_UPDATED: 0 };
const tabsRow = z.object({
  ALL: z.number(),
  NEWLY_SOURCED: z.number(),
  RECENTLY_UPDATED: z.number(),
  oldestNew: z.number().nullable(),
  oldestUpdated: z.number().nullable(),
});

type TabCounts = Readonly<Record<CompanyTab, number>>;
/** With the time, in ms, at which the first company stops being recent. */
const tabCache = defineCache(() => new LRUCache<string, { counts: TabCounts; until: number }>({ max: 20_000 }));

/** Counts the companies of every tab under the same filter and search. Cached for as long as nothing can change. */
export async function countTabs(
  scope: QueryScope,
  dataset: Dataset,
  conditions: Omit<SearchConditions, 'tab'>,
): Promise<TabCounts> {
  const match = searchMatch({ ...conditions, tab: 'ALL' });
  const key = match.isVolatile ? null : searchKey(dataset, match);
  const cached = key === null ? undefined : tabCache(scope).get(key);
  if (cached !== undefined && Date.now() < cached.until) return cached.counts;
  const [row] = await scope.warehouse.rows(tabCounts(dataset, match), tabsRow, {
    lane: 'people',
    signal: scope.request.signal,
  });
  if (row === undefined) return NONE;
  const { oldestNew, oldestUpdated, ...counts } = row;
  const oldest = Math.min(oldestNew ?? Infinity, oldestUpdated ?? Infinity);
  const until = (oldest + RECENT_DAYS * 86_400) * 1000;
  if (key !== null) tabCache(scope).set(key, { counts, until });
  return counts;
}
