import { listApiKeys } from '@quarry/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export function apiKeysQuery(clientName: string) {
  return queryOptions({
    queryKey: ['api-keys', clientName],
    queryFn: async ({ signal }) => (await call(listApiKeys, {}, { client: clientName, signal })).apiKeys,
  });
}
