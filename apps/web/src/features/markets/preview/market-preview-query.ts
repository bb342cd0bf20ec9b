import type { DataBlockConfig, MarketPreviewResult } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { queryOptions } from '@tanstack/react-query';
import { contentKey, usedConfigs } from './content-key.ts';
import { type PreviewTransport, pollPreview } from './poll-preview.ts';

/** How long a preview may be shown again; the server's own answers are as fresh. */
export const KEPT_MS = 600_000;

/** The result of a preview, with the criteria and configurations that it was made from. */
export interface ShownPreview {
  readonly key: string;
  readonly criteria: FilterGroup;
  readonly configs: readonly DataBlockConfig[];
  readonly result: MarketPreviewResult;
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
}) {
  const { clientName, datasetVersion, criteria, transport, onProgress } = options;
  const key = contentKey(criteria, options.configs);
  const configs = usedConfigs(criteria, options.configs);
  const request = { marketCriteria: criteria, dynamicDataBlockConfigs: configs };
  return queryOptions({
    queryKey: ['market-preview', clientName, datasetVersion, key],
    queryFn: async ({ signal }): Promise<ShownPreview> => {
      return { key, criteria, configs, result: await pollPreview(request, transport, { signal, onProgress }) };
    },
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    retry: false,
    // Polling has its own patience with a server that is away.
    networkMode: 'always',
  });
}
