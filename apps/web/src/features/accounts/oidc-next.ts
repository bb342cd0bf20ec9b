import { readStored, writeStored } from '../../lib/storage.ts';

const KEY = 'quarry-oidc-next';

/** Remembers in this tab where to go after signing in at the provider; if it can't, to the account chooser. */
export function keepNext(next: string): void {
  writeStored(KEY, next, 'session');
}

/** Returns and forgets the remembered path; null if there is none. */
export function takeNext(): string | null {
  const next = readStored(KEY, 'session');
  writeStored(KEY, null, 'session');
  return next;
}
