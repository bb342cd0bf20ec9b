import { explainMarketCompany } from '@quarry/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { ShownPreview } from './market-preview-query.ts';

/** Why a company is in the market that a preview shows. */
export function explainQuery(clientName: string, { criteria, configs }: ShownPreview, companyId: string) {
  const request = { marketCriteria: criteria, dynamicDataBlockConfigs: [...configs], companyId };
  return queryOptions({
    queryKey: ['market-explanation', clientName, request],
    queryFn: ({ signal }) => call(explainMarketCompany, request, { client: clientName, signal }),
    staleTime: 60_000,
  });
}
