import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import {
  CLOSED_PANELS,
  type ExplorerPanels,
  type ExplorerState,
  type ParsedHash,
  readHash,
  writeHash,
} from '../datasets/explorer-state.ts';

/** The explorer's state from the address; each change adds an entry to the browser's history. */
export interface Explorer extends ParsedHash {
  readonly setState: (change: (state: ExplorerState) => ExplorerState) => void;
  readonly setPanels: (change: Partial<ExplorerPanels>) => void;
  /** The address of the same state with only these panels open, for links. */
  readonly hrefOf: (change: Partial<ExplorerPanels>) => string;
}

/** Reads and writes the explorer's state in the hash of the address. */
export function useExplorer(): Explorer {
  const { history } = useRouter();
  const hash = useSyncExternalStore(
    useCallback((listener) => history.subscribe(listener), [history]),
    () => history.location.hash,
  );
  const read = useMemo(() => readHash(hash), [hash]);
  // A panel that opens or closes leaves the state as it is, so that nothing made from it is made again.
  const stateKey = writeHash(read.state, CLOSED_PANELS);
  const [kept, setKept] = useState({ key: stateKey, state: read.state });
  if (kept.key !== stateKey) setKept({ key: stateKey, state: read.state });
  const state = kept.key === stateKey ? kept.state : read.state;
  const change = useMemo(() => {
    // Changes start from the current address, so that two in one event both apply.
    const current = () => readHash(history.location.hash);
    const push = (next: ExplorerState, panels: ExplorerPanels) => {
      const href = hrefTo(history.location, next, panels);
      // The page stays, so nothing that is being edited on it is left.
      if (href !== history.location.href) history.push(href, undefined, { ignoreBlocker: true });
    };
    return {
      setState: (changed: (state: ExplorerState) => ExplorerState) => push(changed(current().state), current().panels),
      setPanels: (changed: Partial<ExplorerPanels>) => push(current().state, { ...current().panels, ...changed }),
    };
  }, [history]);
  const hrefOf = useCallback(
    (panels: Partial<ExplorerPanels>) => hrefTo(history.location, state, { ...CLOSED_PANELS, ...panels }),
    [history, state],
  );
  return useMemo(() => ({ ...read, state, ...change, hrefOf }), [read, state, change, hrefOf]);
}

function hrefTo(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  state: ExplorerState,
  panels: ExplorerPanels,
): string {
  const hash = writeHash(state, panels);
  return `${pathname}${search}${hash ? `#${hash}` : ''}`;
}
