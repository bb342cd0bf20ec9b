import { useRouter } from '@tanstack/react-router';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * State in one named entry of the URL's hash; null if absent. Each change is a history entry, so Back closes whatever
 * the entry opened.
 */
export function useHashEntry(name: string): [value: string | null, setValue: (value: string | null) => void] {
  const { history } = useRouter();
  const value = useSyncExternalStore(
    useCallback((listener) => history.subscribe(listener), [history]),
    () => readEntry(history.location.hash, name),
  );
  const setValue = useCallback(
    (next: string | null) => {
      const { pathname, search, hash } = history.location;
      const changed = writeEntry(hash, name, next);
      if (changed !== hash.replace(/^#/, '')) history.push(`${pathname}${search}${changed ? `#${changed}` : ''}`);
    },
    [history, name],
  );
  return [value, setValue];
}

/** Reads an entry of a hash, with or without the leading `#`. */
export function readEntry(hash: string, name: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get(name);
}

/** Sets or removes (null) an entry; the other entries stay byte for byte. Returns the hash without `#`. */
export function writeEntry(hash: string, name: string, value: string | null): string {
  const others = hash
    .replace(/^#/, '')
    .split('&')
    .filter((part) => part !== '' && part.split('=', 1)[0] !== name);
  if (value !== null) others.push(`${name}=${encodeURIComponent(value)}`);
  return others.join('&');
}
