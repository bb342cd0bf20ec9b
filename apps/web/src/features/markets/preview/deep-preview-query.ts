import { type DataBlockConfig, DEEP_PREVIEW_PAGE_SIZE, getDeepPreview, type PreviewField } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** One page (0-based) of the rows behind one company's data point, newest first. */
export function deepPreviewQuery(options: {
  readonly clientName: string;
  readonly companyId: string;
  readonly field: PreviewField;
  /** The configurations the preview used. */
  readonly configs: readonly DataBlockConfig[];
  readonly pageIndex: number;
}) {
  const { clientName, companyId, field, configs, pageIndex } = options;
  const config = configs.find(({ configId }) => configId === field.configId)?.config ?? {};
  const request = {
    companyId,
    dataBlock: { blockName: field.dataBlockName, config },
    limit: DEEP_PREVIEW_PAGE_SIZE,
    offset: pageIndex * DEEP_PREVIEW_PAGE_SIZE,
  };
  return queryOptions({
    queryKey: ['deep-preview', clientName, request],
    queryFn: ({ signal }) => call(getDeepPreview, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
