import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

function isWorthRetrying(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);
}

/** The only cache of server data. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});
