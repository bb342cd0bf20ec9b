/** Reads the market to clone from a URL query. */
export function cloneSearch(query: Record<string, unknown>): { readonly cloneFrom?: string | undefined } {
  return typeof query.cloneFrom === 'string' && query.cloneFrom !== '' ? { cloneFrom: query.cloneFrom } : {};
}
