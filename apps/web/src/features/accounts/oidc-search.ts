/** What an identity provider adds to the address when it sends a person back. */
export interface OidcSearch {
  readonly code?: string;
  readonly state?: string;
  readonly error?: string;
  readonly error_description?: string;
}

// Values that look like numbers or booleans arrive parsed as such.
const asText = (value: unknown) => (value === undefined || value === null ? undefined : String(value));

/** Reads the provider's parameters from the address. */
export function oidcSearch(search: Record<string, unknown>): OidcSearch {
  return {
    code: asText(search.code),
    state: asText(search.state),
    error: asText(search.error),
    error_description: asText(search.error_description),
  };
}
