import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import {
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
  /** The address of the same state with other panels, for links. */
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
  return useMemo(() => {
    // Changes start from the current address, so that two in one event both apply.
    const current = () => readHash(history.location.hash);
    const href = (state: ExplorerState, panels: ExplorerPanels) => {
      const next = writeHash(state, panels);
      return `${history.location.pathname}${history.location.search}${next ? `#${next}` : ''}`;
    };
    const push = (state: ExplorerState, panels: ExplorerPanels) => {
      const next = href(state, panels);
      // The page stays, so nothing that is being edited on it is left.
      if (next !== history.location.href) history.push(next, undefined, { ignoreBlocker: true });
    };
    return {
      ...read,
      setState: (change) => push(change(current().state), current().panels),
      setPanels: (change) => push(current().state, { ...current().panels, ...change }),
      hrefOf: (change) => href(read.state, { ...read.panels, ...change }),
    };
  }, [read, history]);
}
