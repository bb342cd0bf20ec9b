/** Parses a query string. Every value stays text, and the last value of a repeated key wins. */
export function parseSearchText(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes a query string with its question mark, or nothing if it is empty. Omits undefined and null. */
export function stringifySearchText(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      query.set(key, String(value));
    }
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** A value of the address as text, if it has one. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
