import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import {
  type ExplorerPanels,
  type ExplorerState,
  type ParsedHash,
  readHash,
  writeHash,
} from '../datasets/explorer-state.ts';

/** The explorer as the address says, and ways to change it; each change is a step of the browser's history. */
export interface Explorer extends ParsedHash {
  readonly setState: (change: (state: ExplorerState) => ExplorerState) => void;
  readonly setPanels: (change: Partial<ExplorerPanels>) => void;
  /** The address that shows the same with other panels, for links. */
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
    // Changes start from the address as it is now: two in one event must both arrive.
    const now = () => readHash(history.location.hash);
    const href = (state: ExplorerState, panels: ExplorerPanels) => {
      const next = writeHash(state, panels);
      return `${history.location.pathname}${history.location.search}${next ? `#${next}` : ''}`;
    };
    const go = (state: ExplorerState, panels: ExplorerPanels) => {
      const next = href(state, panels);
      if (next !== history.location.href) history.push(next);
    };
    return {
      ...read,
      setState: (change) => go(change(now().state), now().panels),
      setPanels: (change) => go(now().state, { ...now().panels, ...change }),
      hrefOf: (change) => href(read.state, { ...read.panels, ...change }),
    };
  }, [read, history]);
}
