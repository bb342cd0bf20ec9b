/** `local` is shared by all tabs and stays; `session` belongs to one tab and survives reloads and sign-ins. */
export type Store = 'local' | 'session';

function storeOf(store: Store): Storage {
  return store === 'local' ? window.localStorage : window.sessionStorage;
}

/** Null if nothing is stored or storage is blocked. */
export function readStored(key: string, store: Store = 'local'): string | null {
  try {
    return storeOf(store).getItem(key);
  } catch (error) {
    // Private windows and strict settings block storage; the app then only forgets sooner.
    console.debug('Storage is not readable', error);
    return null;
  }
}

/** Removes the entry if `value` is null. Blocked storage is not an error. */
export function writeStored(key: string, value: string | null, store: Store = 'local'): void {
  try {
    if (value === null) storeOf(store).removeItem(key);
    else storeOf(store).setItem(key, value);
  } catch (error) {
    console.debug('Storage is not writable', error);
  }
}
