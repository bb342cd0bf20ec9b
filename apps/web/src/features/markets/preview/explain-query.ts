import { explainMarketCompany } from '@quarry/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { CompletedPreview } from './market-preview-query.ts';

export function explainQuery(clientName: string, { criteria, configs }: CompletedPreview, companyId: string) {
  const request = { marketCriteria: criteria, dynamicDataBlockConfigs: [...configs], companyId };
  return queryOptions({
    queryKey: ['market-explanation', clientName, request],
    queryFn: ({ signal }) => call(explainMarketCompany, request, { client: clientName, signal }),
    staleTime: 60_000,
  });
}
