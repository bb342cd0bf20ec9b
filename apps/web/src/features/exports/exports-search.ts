/** The list of exports in the address. Left out: the first page. */
export interface ExportsSearch {
  /** 1-based. */
  readonly page?: number | undefined;
}

/** Reads the list of exports from the query of an address; what makes no sense is left out. */
export function exportsSearch(query: Record<string, unknown>): ExportsSearch {
  const page = Number(query.page);
  return Number.isInteger(page) && page > 1 && page <= 10_000 ? { page } : {};
}
