/** What this browser remembers under `key`, or null when nothing is there or storage is blocked. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch (error) {
    // Private windows and strict settings refuse storage; the app then only forgets sooner.
    console.debug('Storage is not readable', error);
    return null;
  }
}

/** Remembers `value` in this browser, or forgets it when null. Blocked storage is not an error. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch (error) {
    console.debug('Storage is not writable', error);
  }
}
