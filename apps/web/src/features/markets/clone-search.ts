/** The market that a new one is cloned from, as an address names it. */
export function cloneSearch(query: Record<string, unknown>): { readonly cloneFrom?: string | undefined } {
  return typeof query.cloneFrom === 'string' && query.cloneFrom !== '' ? { cloneFrom: query.cloneFrom } : {};
}
