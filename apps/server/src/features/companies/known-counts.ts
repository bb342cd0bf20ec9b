import { createHash } from 'node:crypto';
import { renderInline, type Sql } from '@quarry/clickhouse';
import { LRUCache } from 'lru-cache';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { type CacheOwner, defineCache } from '#server/platform/caches.ts';

/** Counts by version and condition. */
const keptCounts = defineCache(() => new LRUCache<string, number>({ max: 20_000 }));

/** What changes while a version answers: the columns derived later, and the clock. */
const CHANGING = /__tags|__segments|\bnow\(/;

/** How many companies were found before by one condition over one version of a dataset. */
export interface KnownCount {
  /** Undefined while nobody has counted, and always where the count can change. */
  readonly count: number | undefined;
  /** Keeps the count for who asks next: another page, another order. */
  remember(count: number): void;
}

/** Versions of datasets never change, so that a count over one needs to be made only once. `where` is a whole clause. */
export function knownCount(owner: CacheOwner, dataset: Dataset, where: Sql): KnownCount {
  const clause = renderInline(where);
  if (CHANGING.test(clause)) return { count: undefined, remember: () => undefined };
  const key = createHash('sha256').update(renderInline(dataset.table())).update(clause).digest('base64');
  const counts = keptCounts(owner);
  return { count: counts.get(key), remember: (count) => void counts.set(key, count) };
}
