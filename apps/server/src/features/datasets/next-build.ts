/** The time between the starts of two builds for clients that sync automatically. */
export const SYNC_MS = 24 * 3_600_000;

/** The time of the next scheduled build: now if one was missed, null if the client doesn't sync automatically. */
export function nextBuildDueAt(
  client: { readonly autoSyncEnabled: boolean; readonly lastDataSyncStartedAt: Date | null },
  now = new Date(),
): Date | null {
  if (!client.autoSyncEnabled) return null;
  return new Date(Math.max(now.getTime(), (client.lastDataSyncStartedAt?.getTime() ?? 0) + SYNC_MS));
}
