const KEY = 'quarry-oidc-next';

/** Remembers in this tab where to go after the provider has signed the person in. */
export function keepNext(next: string): void {
  try {
    window.sessionStorage.setItem(KEY, next);
  } catch (error) {
    console.debug('Storage is not writable, so the sign-in will end at the account chooser', error);
  }
}

/** Where to go after signing in at the provider, once; null when nothing is remembered. */
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
