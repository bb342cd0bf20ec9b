/** How long the Retry-After header asks to wait, in seconds or until a date, in ms; null if it doesn't say. */
export function readRetryAfter(header: string | null, now = Date.now()): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const until = Date.parse(text);
  return Number.isNaN(until) ? null : Math.max(0, until - now);
}
