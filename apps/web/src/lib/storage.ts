/** Null if nothing is stored or storage is blocked. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch (error) {
    // Private windows and strict settings block storage; the app then only forgets sooner.
    console.debug('Storage is not readable', error);
    return null;
  }
}

/** Removes the entry if `value` is null. Blocked storage is not an error. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch (error) {
    console.debug('Storage is not writable', error);
  }
}
