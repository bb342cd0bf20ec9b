import { getAuthConfig } from '@quarry/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** The identity provider of this installation. */
export const authConfigQuery = queryOptions({
  queryKey: ['auth-config'],
  queryFn: ({ signal }) => call(getAuthConfig, {}, { signal }),
  // The authorize URL holds a one-time state: fetch a fresh one per visit and never replace it during a sign-in.
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
