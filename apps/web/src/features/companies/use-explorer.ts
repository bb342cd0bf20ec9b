import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import {
  CLOSED_PANELS,
  DEFAULT_STATE,
  type ExplorerPanels,
  type ExplorerState,
  type ParsedHash,
  readHash,
  writeHash,
} from '../datasets/explorer-state.ts';
import { type OpenView, useOpenView } from '../views/use-open-view.ts';
import { stateOfView } from '../views/view-state.ts';

/** The id of the panel of a company, for moving the focus into it. */
export const COMPANY_PANEL = 'company-panel';

/** A change that replaces the current entry of the browser's history, such as the next letter of a search. */
interface HistoryStep {
  readonly replace?: boolean;
}

/** The explorer's state from the address; each change adds an entry to the browser's history. */
export interface Explorer extends ParsedHash {
  readonly open: OpenView;
  readonly setState: (change: (state: ExplorerState) => ExplorerState, step?: HistoryStep) => void;
  readonly setPanels: (change: Partial<ExplorerPanels>, step?: HistoryStep) => void;
  /** Shows a view as it was saved, without panels; null shows all companies. */
  readonly openView: (viewId: string | null) => void;
  /** Leaves a view that no longer exists, and keeps the state. */
  readonly forgetView: () => void;
  /** The address of the same state with only these panels open, for links. */
  readonly hrefOf: (change: Partial<ExplorerPanels>) => string;
}

/** Reads and writes the explorer's state in the hash of the address; a view in its query gives the state without one. */
export function useExplorer(): Explorer {
  const { history } = useRouter();
  const open = useOpenView();
  const hash = useSyncExternalStore(
    useCallback((listener) => history.subscribe(listener), [history]),
    () => history.location.hash,
  );
  const base = useMemo(() => (open.view === undefined ? DEFAULT_STATE : stateOfView(open.view)), [open.view]);
  const read = useMemo(() => readHash(hash, base), [hash, base]);
  // A panel that opens or closes leaves the state as it is, so that nothing made from it is made again.
  const stateKey = writeHash(read.state, CLOSED_PANELS);
  const [kept, setKept] = useState({ key: stateKey, state: read.state });
  if (kept.key !== stateKey) setKept({ key: stateKey, state: read.state });
  const state = kept.key === stateKey ? kept.state : read.state;
  const change = useMemo(() => {
    // Changes start from the current address, so that two in one event both apply.
    const current = () => readHash(history.location.hash, base);
    const go = (href: string, { replace = false }: HistoryStep = {}) => {
      // The page stays, so nothing that is being edited on it is left.
      if (href === history.location.href) return;
      if (replace) history.replace(href, undefined, { ignoreBlocker: true });
      else history.push(href, undefined, { ignoreBlocker: true });
    };
    const push = (next: ExplorerState, panels: ExplorerPanels, step?: HistoryStep) =>
      go(hrefTo(history.location, next, panels, base), step);
    return {
      setState: (changed: (state: ExplorerState) => ExplorerState, step?: HistoryStep) =>
        push(changed(current().state), current().panels, step),
      setPanels: (changed: Partial<ExplorerPanels>, step?: HistoryStep) =>
        push(current().state, { ...current().panels, ...changed }, step),
      openView: (viewId: string | null) => go(history.location.pathname + viewQuery(viewId)),
      forgetView: () => {
        const { state: shown, panels } = current();
        const href = hrefTo({ pathname: history.location.pathname, search: '' }, shown, panels, DEFAULT_STATE);
        history.replace(href, undefined, { ignoreBlocker: true });
      },
    };
  }, [history, base]);
  const hrefOf = useCallback(
    (panels: Partial<ExplorerPanels>) => hrefTo(history.location, state, { ...CLOSED_PANELS, ...panels }, base),
    [history, state, base],
  );
  return useMemo(() => ({ ...read, state, open, ...change, hrefOf }), [read, state, open, change, hrefOf]);
}

function viewQuery(viewId: string | null): string {
  return viewId === null ? '' : `?${new URLSearchParams({ view: viewId }).toString()}`;
}

function hrefTo(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  state: ExplorerState,
  panels: ExplorerPanels,
  base: ExplorerState,
): string {
  const hash = writeHash(state, panels, base);
  return `${pathname}${search}${hash ? `#${hash}` : ''}`;
}
