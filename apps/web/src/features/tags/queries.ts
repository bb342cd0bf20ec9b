import { listTags, type Tag } from '@quarry/contracts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../lib/api.ts';
import { companiesKey } from '../datasets/queries.ts';
import { type TagNames, tagNamesById } from '../datasets/tag-names.ts';
import { haveMembersChanged, isUpdating, tagsStamp } from './tag-changes.ts';

const POLL_MS = 5_000;
const NO_NAMES: ReadonlyMap<string, string> = new Map();

function tagsKey(clientName: string) {
  return ['tags', clientName] as const;
}

/** The account's tags, polled every 5 s; refetches companies when different ones carry tags. */
export function tagsQuery(clientName: string) {
  const queryKey = tagsKey(clientName);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client: cache }): Promise<Tag[]> => {
      const { talkTracks } = await call(listTags, {}, { client: clientName, signal });
      const before = cache.getQueryData<Tag[]>(queryKey) ?? [];
      if (haveMembersChanged(before, talkTracks)) {
        void cache.invalidateQueries({ queryKey: companiesKey(clientName) });
      }
      return talkTracks;
    },
    refetchInterval: POLL_MS,
  });
}

export interface KnownTags {
  /** Undefined while they load. */
  readonly tags: readonly Tag[] | undefined;
  readonly names: TagNames;
  /** Changes when the tags do. */
  readonly stamp: string;
}

/** The tags for pages that show their names; polls only while one is updating. */
export function useTags(clientName: string): KnownTags {
  const { data, isError } = useQuery({
    ...tagsQuery(clientName),
    refetchInterval: (query) => (query.state.data?.some(isUpdating) === true ? POLL_MS : false),
  });
  return useMemo(
    () => ({
      tags: data,
      names: data ? tagNamesById(data) : isError ? NO_NAMES : null,
      stamp: tagsStamp(data ?? []),
    }),
    [data, isError],
  );
}

/** Caches a saved tag, and refetches the list. */
export async function cacheTag(cache: QueryClient, clientName: string, tag: Tag): Promise<void> {
  const { queryKey } = tagsQuery(clientName);
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (tags) =>
    tags === undefined
      ? tags
      : [...tags.filter(({ id }) => id !== tag.id), tag].sort((one, other) => one.name.localeCompare(other.name)),
  );
  void cache.invalidateQueries({ queryKey });
}

/** Removes a deleted tag from the cache, and refetches companies. */
export async function uncacheTag(cache: QueryClient, clientName: string, tagId: string): Promise<void> {
  const { queryKey } = tagsQuery(clientName);
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (tags) => tags?.filter(({ id }) => id !== tagId));
  void cache.invalidateQueries({ queryKey: companiesKey(clientName) });
}
