import {
  type ConfigurableDataBlock,
  type DataBlockConfig,
  deleteDataBlockConfig,
  listMarketDataBlocks,
  type OutputOf,
  saveDataBlockConfigs,
} from '@quarry/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../lib/api.ts';
import { clientQuery, useClient } from '../../lib/client-context.tsx';
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
  const { clientName } = useClient();
  const { data, isPending, error, refetch } = useQuery({
    ...marketDataBlocksQuery(clientName),
    refetchOnMount: refetchOnMount === 'always' ? 'always' : true,
  });
  const blocks = data?.dataBlocks ?? NO_BLOCKS;
  const configs = data?.dataBlockConfigs ?? NO_CONFIGS;
  const usages = data?.usages ?? NO_USAGES;
  const points = useMemo(() => indexDataPoints(blocks, configs), [blocks, configs]);
  const loadError = data === undefined ? error : null;
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
  const { clientName } = useClient();
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
  const { clientName } = useClient();
  const cache = useQueryClient();
  return async (configId) => {
    const { usages } = await cache.fetchQuery({ ...marketDataBlocksQuery(clientName), staleTime: USAGE_STALE_MS });
    return usages[configId]?.markets ?? 0;
  };
}

/** Short, because the user is about to change a configuration that markets may use. */
const USAGE_STALE_MS = 2_000;

/** Updates the configuration with this id, or adds it. */
export function useSaveConfig() {
  const { clientName } = useClient();
  const cacheConfigs = useCacheConfigs();
  return useMutation({
    mutationFn: (config: DataBlockConfig) =>
      call(saveDataBlockConfigs, { dataBlockConfigs: [config] }, { client: clientName }),
    onSuccess: cacheConfigs,
  });
}

/** Deletes an unused configuration. */
export function useDeleteConfig() {
  const { clientName } = useClient();
  const cacheConfigs = useCacheConfigs();
  return useMutation({
    mutationFn: (configId: string) => call(deleteDataBlockConfig, { configId }, { client: clientName }),
    onSuccess: cacheConfigs,
  });
}
