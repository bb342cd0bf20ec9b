let isNeeded = false;
const listeners = new Set<() => void>();

/** Mounts the toast area, which loads with the first toast. */
export function showToastArea(): void {
  if (isNeeded) return;
  isNeeded = true;
  for (const listener of listeners) listener();
}

/** Snapshot for `useSyncExternalStore`. */
export function isToastAreaNeeded(): boolean {
  return isNeeded;
}

/** Subscription for `useSyncExternalStore`. */
export function onToastAreaNeeded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
