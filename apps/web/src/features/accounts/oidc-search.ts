import { textOf } from '../../lib/search-text.ts';

/** The query parameters with which an identity provider sends a person back. */
export interface OidcSearch {
  readonly code?: string;
  readonly state?: string;
  readonly error?: string;
  readonly error_description?: string;
}

export function oidcSearch(search: Record<string, unknown>): OidcSearch {
  return {
    code: textOf(search.code),
    state: textOf(search.state),
    error: textOf(search.error),
    error_description: textOf(search.error_description),
  };
}
