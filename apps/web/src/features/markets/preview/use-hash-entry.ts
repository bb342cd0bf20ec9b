import { useRouter } from '@tanstack/react-router';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * One named entry of the address's hash (null when it is not there) and how to change it. Other entries stay; each
 * change is a step of the browser's history, so that going back closes what the entry opened.
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

/** Reads an entry of a hash, with or without its `#`. Never throws. */
export function readEntry(hash: string, name: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get(name);
}

/** The hash, without its `#`, with an entry set or taken out; the others stay letter by letter. */
export function writeEntry(hash: string, name: string, value: string | null): string {
  const others = hash
    .replace(/^#/, '')
    .split('&')
    .filter((part) => part !== '' && part.split('=', 1)[0] !== name);
  if (value !== null) others.push(`${name}=${encodeURIComponent(value)}`);
  return others.join('&');
}
