let isNeeded = false;
const listeners = new Set<() => void>();

/** Asks for the place where toasts appear; it is not loaded before the first toast. */
export function showToastArea(): void {
  if (isNeeded) return;
  isNeeded = true;
  for (const listener of listeners) listener();
}

/** Whether a toast was ever asked for; for `useSyncExternalStore`. */
export function isToastAreaNeeded(): boolean {
  return isNeeded;
}

/** Calls `listener` with the first toast; for `useSyncExternalStore`. */
export function onToastAreaNeeded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
