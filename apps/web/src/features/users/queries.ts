import { listUsers } from '@quarry/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export function usersQuery(clientName: string) {
  return queryOptions({
    queryKey: ['users', clientName],
    queryFn: async ({ signal }) => (await call(listUsers, {}, { client: clientName, signal })).users,
  });
}
