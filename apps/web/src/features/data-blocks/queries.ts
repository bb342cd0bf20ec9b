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

/** By configId, how many markets and data points use it; absent ones are used by none. */
export type ConfigUsages = SavedConfigs['usages'];

const NO_BLOCKS: readonly ConfigurableDataBlock[] = [];
const NO_CONFIGS: readonly DataBlockConfig[] = [];
const NO_USAGES: ConfigUsages = {};

/** The data blocks, the account's saved configurations and where these are used. */
export function marketDataBlocksQuery(clientName: string) {
  return queryOptions({
    queryKey: ['market-data-blocks', clientName],
    queryFn: ({ signal }) => call(listMarketDataBlocks, {}, { client: clientName, signal }),
    staleTime: 60_000,
  });
}

/** What criteria and data points are made of; everything is empty until it has loaded. */
export interface MarketDataBlocks extends DataPointIndex {
  readonly blocks: readonly ConfigurableDataBlock[];
  readonly configs: readonly DataBlockConfig[];
  readonly usages: ConfigUsages;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/**
 * The data blocks of the universe with the account's configurations, findable as rules name them. `always` has them read
 * anew for whoever comes, as where configurations are used changes with every market that is saved.
 */
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
  const shownError = data === undefined ? error : null;
  return useMemo(
    () => ({
      ...points,
      blocks,
      configs,
      usages,
      isLoading: isPending,
      error: shownError,
      refetch: () => void refetch(),
    }),
    [points, blocks, configs, usages, isPending, shownError, refetch],
  );
}

/** Takes in what a change of configurations answered, and has everything read anew that an edit touches. */
function useTakeIn(): (saved: SavedConfigs) => void {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return (saved) => {
    cache.setQueryData(marketDataBlocksQuery(clientName).queryKey, (old) => old && { ...old, ...saved });
    // An edit raises the versions of the drafts that use the configuration.
    void cache.invalidateQueries({ queryKey: ['markets', clientName] });
    void cache.invalidateQueries({ queryKey: ['filter-values'] });
    // The account names its configurations as well.
    void cache.invalidateQueries({ queryKey: clientQuery(clientName).queryKey });
  };
}

/** Reads how many markets use a configuration now. Throws ApiError. */
export function useReadMarketUsage(): (configId: string) => Promise<number> {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return async (configId) => {
    const { usages } = await cache.fetchQuery({ ...marketDataBlocksQuery(clientName), staleTime: JUST_READ_MS });
    return usages[configId]?.markets ?? 0;
  };
}

/** How long what was read counts as current when somebody is about to change what others use. */
const JUST_READ_MS = 2_000;

/** Saves a configuration: a known id is changed, another one added. */
export function useSaveConfig() {
  const { clientName } = useClient();
  const takeIn = useTakeIn();
  return useMutation({
    mutationFn: (config: DataBlockConfig) =>
      call(saveDataBlockConfigs, { dataBlockConfigs: [config] }, { client: clientName }),
    onSuccess: takeIn,
  });
}

/** Deletes a configuration that nothing uses. */
export function useDeleteConfig() {
  const { clientName } = useClient();
  const takeIn = useTakeIn();
  return useMutation({
    mutationFn: (configId: string) => call(deleteDataBlockConfig, { configId }, { client: clientName }),
    onSuccess: takeIn,
  });
}
