import type { DataBlockConfig } from '@quarry/contracts';
import { countRules, type FilterGroup } from '@quarry/filters';
import type { QueryClient } from '@tanstack/react-query';
import { contentKey } from './content-key.ts';
import { marketPreviewQuery, recallPreview, type ShownPreview, trimPreviews } from './market-preview-query.ts';
import type { PreviewTransport } from './poll-preview.ts';

/** What there is to see of a market's preview. */
export interface MarketPreviewState {
  /** The last preview that came to its end; stays while a newer one runs. */
  readonly shown: ShownPreview | null;
  /** The preview that is being made; `progress` from 0 to 1 while it is known, `startedAt` in milliseconds. */
  readonly run: { readonly startedAt: number; readonly progress: number | null } | null;
  /** Why the last preview did not come about. */
  readonly error: Error | null;
}

/** Makes one preview at a time. */
export interface PreviewController {
  readonly getState: () => MarketPreviewState;
  /** Calls `listener` after each change; returns how to stop that. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Shows a kept preview of the same content, or makes one; one that runs is aborted. */
  readonly start: (criteria: FilterGroup, configs: readonly DataBlockConfig[]) => void;
  /** Shows a kept preview of the same content if there is one; never asks the server. */
  readonly restore: (criteria: FilterGroup, configs: readonly DataBlockConfig[]) => void;
  /** Ends the running preview; what was shown before stays. */
  readonly abort: () => void;
}

type Query = ReturnType<typeof marketPreviewQuery>;

const NOTHING: MarketPreviewState = { shown: null, run: null, error: null };

/** The state of a market's previews in one account. `onFailure` is called once for each preview that fails. */
export function createPreviewController(options: {
  readonly clientName: string;
  readonly transport: PreviewTransport;
  readonly queryClient: QueryClient;
  readonly datasetVersion: () => string | null;
  readonly now: () => number;
  readonly onFailure: () => void;
}): PreviewController {
  const { clientName, queryClient, transport, now } = options;
  const listeners = new Set<() => void>();
  let state = NOTHING;
  let running: Query | null = null;

  function set(next: MarketPreviewState) {
    state = next;
    for (const listener of listeners) listener();
  }
  function queryOf(criteria: FilterGroup, configs: readonly DataBlockConfig[]): Query {
    const query: Query = marketPreviewQuery({
      clientName,
      datasetVersion: options.datasetVersion(),
      criteria,
      configs,
      transport,
      now,
      onProgress: (progress) => {
        if (running === query && state.run) set({ ...state, run: { ...state.run, progress } });
      },
    });
    return query;
  }
  /** Shows a kept preview; returns false if there is none. */
  function showKept({ queryKey }: Query): boolean {
    const shown = recallPreview(queryClient, queryKey, now());
    if (shown === null) return false;
    set({ shown, run: null, error: null });
    return true;
  }
  function stop() {
    if (running) void queryClient.cancelQueries({ queryKey: running.queryKey, exact: true });
    running = null;
  }

  async function make(query: Query) {
    // A preview that another one replaced must not touch what that one shows.
    const isCurrent = () => running === query;
    try {
      const shown = await queryClient.fetchQuery(query);
      trimPreviews(queryClient);
      if (!isCurrent()) return;
      running = null;
      set({ shown, run: null, error: null });
    } catch (error) {
      if (!isCurrent()) return;
      running = null;
      set({ ...state, run: null, error: error instanceof Error ? error : new Error(String(error)) });
      options.onFailure();
    }
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(criteria, configs) {
      stop();
      if (countRules(criteria) === 0) return set(NOTHING);
      const query = queryOf(criteria, configs);
      if (showKept(query)) return;
      running = query;
      set({ shown: state.shown, run: { startedAt: now(), progress: null }, error: null });
      void make(query);
    },
    restore(criteria, configs) {
      if (running || countRules(criteria) === 0 || state.shown?.key === contentKey(criteria, configs)) return;
      showKept(queryOf(criteria, configs));
    },
    abort() {
      if (!running) return;
      stop();
      set({ ...state, run: null });
    },
  };
}
