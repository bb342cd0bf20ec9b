const KEY = 'quarry-oidc-next';

/** Remembers in this tab where to go after signing in at the provider. */
export function keepNext(next: string): void {
  try {
    window.sessionStorage.setItem(KEY, next);
  } catch (error) {
    console.debug('Storage is not writable, so the sign-in will end at the account chooser', error);
  }
}

/** Returns and forgets the remembered path; null if there is none. */
export function takeNext(): string | null {
  try {
    const next = window.sessionStorage.getItem(KEY);
    window.sessionStorage.removeItem(KEY);
    return next;
  } catch (error) {
    console.debug('Storage is not readable', error);
    return null;
  }
}
