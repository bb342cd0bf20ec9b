import type { DataBlockConfig } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { usedConfigs } from './content-key.ts';
import { pollPreview } from './poll-preview.ts';
import { previewTransport } from './preview-transport.ts';

/** How many companies criteria would bring into the dataset. Throws ApiError, and the signal's reason once it aborts. */
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
