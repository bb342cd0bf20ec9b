import { createHash } from 'node:crypto';
import { renderInline, type Sql } from '@quarry/clickhouse';
import { LRUCache } from 'lru-cache';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { type CacheOwner, defineCache } from '#server/platform/caches.ts';

/** Counts by the dataset's key and condition. */
const countCache = defineCache(() => new LRUCache<string, number>({ max: 20_000 }));

/** The count of one search over one version. */
export interface CachedCount {
  /** Undefined if not cached yet, and always if the count can change. */
  readonly count: number | undefined;
  store(count: number): void;
}

/** Nothing changes under a dataset's key, so counts are cached for other pages and sort orders. */
export function cachedCount(owner: CacheOwner, dataset: Dataset, match: Sql): CachedCount {
  if (match.isVolatile) return { count: undefined, store: () => undefined };
  const key = searchKey(dataset, match);
  const counts = countCache(owner);
  return { count: counts.get(key), store: (count) => void counts.set(key, count) };
}

/** Identifies the companies of one version that meet a condition that is not volatile. */
export function searchKey(dataset: Dataset, match: Sql): string {
  return createHash('sha256').update(dataset.key).update(renderInline(match)).digest('base64');
}
