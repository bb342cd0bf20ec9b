const SEARCH_MAX = 255;
const PAGE_MAX = 10_000;

/** Search and page of a list in the address; without values, no search and the first page. */
export interface ListSearch {
  readonly search?: string | undefined;
  /** 1-based. */
  readonly page?: number | undefined;
}

export function searchOf(query: Record<string, unknown>): Pick<ListSearch, 'search'> {
  const search = typeof query.search === 'string' ? query.search.trim().slice(0, SEARCH_MAX) : '';
  return search === '' ? {} : { search };
}

/** Omits the first page and invalid ones. */
export function pageOf(query: Record<string, unknown>): Pick<ListSearch, 'page'> {
  const page = Number(query.page);
  return Number.isInteger(page) && page > 1 && page <= PAGE_MAX ? { page } : {};
}

/** Reads search and page from the address; also drops defaults before writing to it. */
export function listSearch(query: Record<string, unknown>): ListSearch {
  return { ...searchOf(query), ...pageOf(query) };
}
