import { listTags, type Tag } from '@quarry/contracts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../lib/api.ts';
import { companiesKey } from '../datasets/queries.ts';
import { namesOf, type TagNames } from '../datasets/tag-names.ts';
import { haveMembersChanged, isUpdating, tagsStamp } from './tag-changes.ts';

const POLL_MS = 5_000;
const NO_NAMES: ReadonlyMap<string, string> = new Map();

function tagsKey(clientName: string) {
  return ['tags', clientName] as const;
}

/** The tags of the account, refreshed every 5 s. Companies are read anew when other ones carry tags than before. */
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

/** The tags as pages that name them read them. */
export interface KnownTags {
  /** Undefined while they are not known. */
  readonly tags: readonly Tag[] | undefined;
  readonly names: TagNames;
  /** Another text when tags were added, deleted, renamed or changed. */
  readonly stamp: string;
}

/** The tags for pages that name them: asked for again only while one of them is updating. */
export function useTags(clientName: string): KnownTags {
  const { data, isError } = useQuery({
    ...tagsQuery(clientName),
    refetchInterval: (query) => (query.state.data?.some(isUpdating) === true ? POLL_MS : false),
  });
  return useMemo(
    () => ({
      tags: data,
      names: data ? namesOf(data) : isError ? NO_NAMES : null,
      stamp: tagsStamp(data ?? []),
    }),
    [data, isError],
  );
}

/** Puts a tag as the server answered it where every page reads it, and asks for the list anew. */
export async function keepTag(cache: QueryClient, clientName: string, tag: Tag): Promise<void> {
  const { queryKey } = tagsQuery(clientName);
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (tags) =>
    tags === undefined
      ? tags
      : [...tags.filter(({ id }) => id !== tag.id), tag].sort((one, other) => one.name.localeCompare(other.name)),
  );
  void cache.invalidateQueries({ queryKey });
}

/** Takes a deleted tag out of what every page reads. */
export async function dropTag(cache: QueryClient, clientName: string, tagId: string): Promise<void> {
  const { queryKey } = tagsQuery(clientName);
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (tags) => tags?.filter(({ id }) => id !== tagId));
  void cache.invalidateQueries({ queryKey: companiesKey(clientName) });
}
