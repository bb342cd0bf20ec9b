/** Today as `yyyy-mm-dd` in UTC, from which the server counts relative dates. */
export function todayUtc(): string {
  return new Date().toISOString().slice(0, 10);
}
