/** The query parameters with which an identity provider sends a person back. */
export interface OidcSearch {
  readonly code?: string;
  readonly state?: string;
  readonly error?: string;
  readonly error_description?: string;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

export function oidcSearch(search: Record<string, unknown>): OidcSearch {
  return {
    code: text(search.code),
    state: text(search.state),
    error: text(search.error),
    error_description: text(search.error_description),
  };
}
