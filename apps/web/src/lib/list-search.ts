const SEARCH_MAX = 255;
const PAGE_MAX = 10_000;

/** A list in the address. Left out: no search, the first page. */
export interface ListSearch {
  readonly search?: string | undefined;
  /** 1-based. */
  readonly page?: number | undefined;
}

/** The search text of an address. */
export function searchOf(query: Record<string, unknown>): Pick<ListSearch, 'search'> {
  const search = typeof query.search === 'string' ? query.search.trim().slice(0, SEARCH_MAX) : '';
  return search === '' ? {} : { search };
}

/** The page of an address; the first one for nonsense. */
export function pageOf(query: Record<string, unknown>): Pick<ListSearch, 'page'> {
  const page = Number(query.page);
  return Number.isInteger(page) && page > 1 && page <= PAGE_MAX ? { page } : {};
}

/** Search and page of an address; also drops defaults from what goes into one. */
export function listSearch(query: Record<string, unknown>): ListSearch {
  return { ...searchOf(query), ...pageOf(query) };
}
