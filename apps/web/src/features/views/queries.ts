import { listViews, type View } from '@quarry/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** The person's views of an account and those shared with it, oldest first. */
export function viewsQuery(clientName: string) {
  return queryOptions({
    queryKey: ['views', clientName],
    queryFn: async ({ signal }) => (await call(listViews, {}, { client: clientName, signal })).views,
    staleTime: 30_000,
  });
}

/** Caches a created or saved view. */
export async function cacheView(cache: QueryClient, clientName: string, view: View): Promise<void> {
  const { queryKey } = viewsQuery(clientName);
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (views) =>
    views?.some(({ id }) => id === view.id)
      ? views.map((old) => (old.id === view.id ? view : old))
      : [...(views ?? []), view],
  );
  void cache.invalidateQueries({ queryKey });
}

/** Removes a deleted view from the cache. */
export async function uncacheView(cache: QueryClient, clientName: string, viewId: string): Promise<void> {
  const { queryKey } = viewsQuery(clientName);
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (views) => views?.filter(({ id }) => id !== viewId));
}
