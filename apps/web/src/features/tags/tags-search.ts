/** The tags list in the address. Left out: no search. */
export interface TagsSearch {
  readonly search?: string | undefined;
}

/** Reads the tags list from the query of an address. */
export function tagsSearch(query: Record<string, unknown>): TagsSearch {
  const search = typeof query.search === 'string' ? query.search.trim().slice(0, 255) : '';
  return search === '' ? {} : { search };
}
