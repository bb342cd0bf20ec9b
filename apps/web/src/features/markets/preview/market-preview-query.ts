import type { DataBlockConfig, MarketPreviewResult } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { contentKey, usedConfigs } from './content-key.ts';
import { type PreviewTransport, pollPreview } from './poll-preview.ts';

/** How long a cached preview may be shown. The server caches its results for as long. */
const TTL_MS = 600_000;
const MAX_CACHED = 5;
const PREVIEWS = 'market-preview';

/** A preview's result with its criteria and configurations. */
export interface CompletedPreview {
  readonly key: string;
  /** The dataset version that decided which companies are net new. */
  readonly datasetVersion: string | null;
  readonly criteria: FilterGroup;
  readonly configs: readonly DataBlockConfig[];
  readonly result: MarketPreviewResult;
  readonly lastShownAt: number;
}

/** A preview, cached by content. The cache outlives the page, so the first save, which changes the URL, keeps it. */
export function marketPreviewQuery(options: {
  readonly clientName: string;
  /** The dataset version that decides which companies are net new. */
  readonly datasetVersion: string | null;
  readonly criteria: FilterGroup;
  readonly configs: readonly DataBlockConfig[];
  readonly transport: PreviewTransport;
  readonly onProgress: (progress: number | null) => void;
  readonly now: () => number;
}) {
  const { clientName, datasetVersion, criteria, transport, onProgress, now } = options;
  const key = contentKey(criteria, options.configs);
  const configs = usedConfigs(criteria, options.configs);
  const request = { marketCriteria: criteria, dynamicDataBlockConfigs: configs };
  return queryOptions({
    queryKey: [PREVIEWS, clientName, datasetVersion, key],
    queryFn: async ({ signal }): Promise<CompletedPreview> => {
      const result = await pollPreview(request, transport, { signal, onProgress });
      return { key, datasetVersion, criteria, configs, result, lastShownAt: now() };
    },
    staleTime: TTL_MS,
    gcTime: TTL_MS,
    retry: false,
    // Polling retries by itself while the server is unreachable.
    networkMode: 'always',
  });
}

/** Returns the cached preview, or null, and marks it as shown now. */
export function takeCachedPreview(queryClient: QueryClient, queryKey: QueryKey, now: number): CompletedPreview | null {
  const cached = queryClient.getQueryCache().find<CompletedPreview>({ queryKey, exact: true });
  if (cached?.state.data === undefined || cached.isStaleByTime(TTL_MS)) return null;
  const { data, dataUpdatedAt } = cached.state;
  const preview: CompletedPreview = { ...data, lastShownAt: now };
  queryClient.setQueryData(queryKey, preview, { updatedAt: dataUpdatedAt });
  return preview;
}

/** Evicts all but the five most recently shown previews. */
export function evictPreviews(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  const completed = cache.findAll({ queryKey: [PREVIEWS], predicate: ({ state }) => state.data !== undefined });
  const lastShownAt = (query: (typeof completed)[number]) =>
    queryClient.getQueryData<CompletedPreview>(query.queryKey)?.lastShownAt ?? 0;
  const newestFirst = completed.toSorted((one, other) => lastShownAt(other) - lastShownAt(one));
  for (const query of newestFirst.slice(MAX_CACHED)) cache.remove(query);
}
