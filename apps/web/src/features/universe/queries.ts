import { getUniverseOverview } from '@quarry/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const universeOverviewQuery = queryOptions({
  queryKey: ['universe', 'overview'],
  queryFn: async ({ signal }) => (await call(getUniverseOverview, {}, { signal })).overview,
});
