import type { DataBlockConfig, MarketPreviewResult } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { contentKey, usedConfigs } from './content-key.ts';
import { type PreviewTransport, pollPreview } from './poll-preview.ts';

/** How long a preview may be shown again; the server's own answers are as fresh. */
const KEPT_MS = 600_000;
const MAX_KEPT = 5;
const PREVIEWS = 'market-preview';

/** The result of a preview, with the criteria and configurations that it was made from. */
export interface ShownPreview {
  readonly key: string;
  readonly criteria: FilterGroup;
  readonly configs: readonly DataBlockConfig[];
  readonly result: MarketPreviewResult;
  readonly shownAt: number;
}

/** A preview by content. It outlives the page, and thus the first save, which changes the address. */
export function marketPreviewQuery(options: {
  readonly clientName: string;
  /** The dataset that net new companies are counted against. */
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
    queryFn: async ({ signal }): Promise<ShownPreview> => {
      const result = await pollPreview(request, transport, { signal, onProgress });
      return { key, criteria, configs, result, shownAt: now() };
    },
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    retry: false,
    // Polling has its own patience with a server that is away.
    networkMode: 'always',
  });
}

/** Returns the kept preview under a key, if there is one, and marks it as shown now. */
export function recallPreview(queryClient: QueryClient, queryKey: QueryKey, now: number): ShownPreview | null {
  const kept = queryClient.getQueryCache().find<ShownPreview>({ queryKey, exact: true });
  if (kept?.state.data === undefined || kept.isStaleByTime(KEPT_MS)) return null;
  const { data, dataUpdatedAt } = kept.state;
  const shown: ShownPreview = { ...data, shownAt: now };
  queryClient.setQueryData(queryKey, shown, { updatedAt: dataUpdatedAt });
  return shown;
}

/** Forgets all previews but the five that were shown last. */
export function trimPreviews(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  const made = cache.findAll({ queryKey: [PREVIEWS], predicate: ({ state }) => state.data !== undefined });
  const shownAt = (query: (typeof made)[number]) =>
    queryClient.getQueryData<ShownPreview>(query.queryKey)?.shownAt ?? 0;
  const newestFirst = made.toSorted((one, other) => shownAt(other) - shownAt(one));
  for (const query of newestFirst.slice(MAX_KEPT)) cache.remove(query);
}
