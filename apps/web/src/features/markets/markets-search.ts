/** The markets list in the address. Left out: no search, the first page. */
export interface MarketsSearch {
  readonly search?: string | undefined;
  /** 1-based. */
  readonly page?: number | undefined;
}

/** Reads the markets list from the query of an address; what makes no sense is left out. */
export function marketsSearch(query: Record<string, unknown>): MarketsSearch {
  const search = typeof query.search === 'string' ? query.search.trim().slice(0, 255) : '';
  const page = Number(query.page);
  return {
    ...(search === '' ? {} : { search }),
    ...(Number.isInteger(page) && page > 1 && page <= 100_000 ? { page } : {}),
  };
}

/** Reads from which market a new one is cloned. */
export function cloneSearch(query: Record<string, unknown>): { readonly cloneFrom?: string | undefined } {
  return typeof query.cloneFrom === 'string' && query.cloneFrom !== '' ? { cloneFrom: query.cloneFrom } : {};
}
