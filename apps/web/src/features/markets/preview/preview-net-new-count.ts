import type { DataBlockConfig } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { usedConfigs } from './content-key.ts';
import { pollPreview } from './poll-preview.ts';
import { previewTransport } from './preview-transport.ts';

/** Counts the companies that criteria would add to the dataset. Throws ApiError or the signal's reason. */
export async function previewNetNewCount(
  clientName: string,
  criteria: FilterGroup,
  configs: readonly DataBlockConfig[],
  signal: AbortSignal,
): Promise<number> {
  const request = {
    marketCriteria: criteria,
    dynamicDataBlockConfigs: usedConfigs(criteria, configs),
    previewNetNewOnly: true,
  };
  const { netNew } = await pollPreview(request, previewTransport(clientName), { signal });
  return netNew.totalNetNewCompanies;
}
