/** From the start of one build to the start of the next, for clients that sync automatically. */
export const SYNC_MS = 24 * 3_600_000;

/** When the next scheduled build is due: now if one was missed, null for clients that don't sync automatically. */
export function nextBuildDueAt(
  client: { readonly autoSyncEnabled: boolean; readonly lastDataSyncStartedAt: Date | null },
  now = new Date(),
): Date | null {
  if (!client.autoSyncEnabled) return null;
  return new Date(Math.max(now.getTime(), (client.lastDataSyncStartedAt?.getTime() ?? 0) + SYNC_MS));
}
