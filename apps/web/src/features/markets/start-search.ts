import { textOf } from '../../lib/search-text.ts';

/** What a new market starts from. */
export interface StartSearch {
  /** The id of the market to clone. */
  readonly cloneFrom?: string | undefined;
  /** The id of a template. */
  readonly template?: string | undefined;
}

/** Reads what a new market starts from, out of a URL query. */
export function startSearch(query: Record<string, unknown>): StartSearch {
  const [cloneFrom, template] = [textOf(query.cloneFrom), textOf(query.template)];
  return { ...(cloneFrom ? { cloneFrom } : {}), ...(template ? { template } : {}) };
}
