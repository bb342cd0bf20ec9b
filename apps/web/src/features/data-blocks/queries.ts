import {
  type ConfigurableDataBlock,
  type DataBlockConfig,
  type DictionaryBlock,
  deleteDataBlockConfig,
  listDataBlocks,
  listMarketDataBlocks,
  type OutputOf,
  saveDataBlockConfigs,
} from '@quarry/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../lib/api.ts';
import { clientQuery, useClientName } from '../../lib/client-context.tsx';
import { useConfigStore } from './config-store.tsx';
import { type DataPointIndex, indexDataPoints } from './data-point-index.ts';

type SavedConfigs = OutputOf<typeof saveDataBlockConfigs>;

/** How many markets and data points use each configuration, by configId; unused ones are absent. */
export type ConfigUsages = SavedConfigs['usages'];

const NO_BLOCKS: readonly ConfigurableDataBlock[] = [];
const NO_CONFIGS: readonly DataBlockConfig[] = [];
const NO_USAGES: ConfigUsages = {};

export function marketDataBlocksQuery(clientName: string) {
  return queryOptions({
    queryKey: ['market-data-blocks', clientName],
    queryFn: ({ signal }) => call(listMarketDataBlocks, {}, { client: clientName, signal }),
    staleTime: 60_000,
  });
}

/** The data blocks, which are the same for every account; for staff also those that are no longer offered. */
export const dataBlocksQuery = queryOptions({
  queryKey: ['data-blocks'],
  queryFn: async ({ signal }) => (await call(listDataBlocks, {}, { signal })).dataBlocks,
  staleTime: 10 * 60_000,
});

function offeredBlocks(blocks: readonly DictionaryBlock[]): DictionaryBlock[] {
  return blocks
    .filter(({ isDepreciated }) => !isDepreciated)
    .map((block) => ({ ...block, fields: block.fields.filter(({ isDepreciated }) => !isDepreciated) }));
}

/** Data blocks, configurations and their usage; empty until loaded. */
export interface MarketDataBlocks extends DataPointIndex {
  readonly blocks: readonly ConfigurableDataBlock[];
  readonly configs: readonly DataBlockConfig[];
  readonly usages: ConfigUsages;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** `always` refetches on mount, since every saved market can change where configurations are used. */
export function useMarketDataBlocks(refetchOnMount: 'stale' | 'always' = 'stale'): MarketDataBlocks {
  const clientName = useClientName();
  const store = useConfigStore();
  const ofAccount = useQuery({
    ...marketDataBlocksQuery(clientName ?? ''),
    refetchOnMount: refetchOnMount === 'always' ? 'always' : true,
    enabled: store === null,
  });
  const ofAll = useQuery({ ...dataBlocksQuery, enabled: store !== null, select: offeredBlocks });
  const { isPending, error, refetch } = store === null ? ofAccount : ofAll;
  const blocks = (store === null ? ofAccount.data?.dataBlocks : ofAll.data) ?? NO_BLOCKS;
  const configs = store?.configs ?? ofAccount.data?.dataBlockConfigs ?? NO_CONFIGS;
  const usages = store?.usages ?? ofAccount.data?.usages ?? NO_USAGES;
  const points = useMemo(() => indexDataPoints(blocks, configs), [blocks, configs]);
  const loadError = blocks === NO_BLOCKS ? error : null;
  return useMemo(
    () => ({
      ...points,
      blocks,
      configs,
      usages,
      isLoading: isPending,
      error: loadError,
      refetch: () => void refetch(),
    }),
    [points, blocks, configs, usages, isPending, loadError, refetch],
  );
}

/** Returns a function that caches changed configurations and refetches everything that an edit affects. */
function useCacheConfigs(): (saved: SavedConfigs) => void {
  const clientName = useClientName() ?? '';
  const cache = useQueryClient();
  return (saved) => {
    cache.setQueryData(marketDataBlocksQuery(clientName).queryKey, (old) => old && { ...old, ...saved });
    // An edit raises the versions of the drafts that use the configuration.
    void cache.invalidateQueries({ queryKey: ['markets', clientName] });
    void cache.invalidateQueries({ queryKey: ['filter-values'] });
    // The account lists its configurations too.
    void cache.invalidateQueries({ queryKey: clientQuery(clientName).queryKey });
  };
}

/** Returns a function that counts the markets using a configuration now. It throws ApiError. */
export function useReadMarketUsage(): (configId: string) => Promise<number> {
  const clientName = useClientName() ?? '';
  const store = useConfigStore();
  const cache = useQueryClient();
  return async (configId) => {
    if (store !== null) return store.usages[configId]?.markets ?? 0;
    const { usages } = await cache.fetchQuery({ ...marketDataBlocksQuery(clientName), staleTime: USAGE_STALE_MS });
    return usages[configId]?.markets ?? 0;
  };
}

/** Short, because the user is about to change a configuration that markets may use. */
const USAGE_STALE_MS = 2_000;

/** Updates the configuration with this id, or adds it. */
export function useSaveConfig() {
  const clientName = useClientName() ?? '';
  const store = useConfigStore();
  const cacheConfigs = useCacheConfigs();
  return useMutation({
    mutationFn: async (config: DataBlockConfig) =>
      store === null
        ? cacheConfigs(await call(saveDataBlockConfigs, { dataBlockConfigs: [config] }, { client: clientName }))
        : store.save(config),
  });
}

/** Deletes an unused configuration. */
export function useDeleteConfig() {
  const clientName = useClientName() ?? '';
  const store = useConfigStore();
  const cacheConfigs = useCacheConfigs();
  return useMutation({
    mutationFn: async (configId: string) =>
      store === null
        ? cacheConfigs(await call(deleteDataBlockConfig, { configId }, { client: clientName }))
        : store.remove(configId),
  });
}
