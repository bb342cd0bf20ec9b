import type { DataBlockConfig } from '@quarry/contracts';
import { countRules, type FilterGroup } from '@quarry/filters';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { contentKey } from './content-key.ts';
import { type CompletedPreview, evictPreviews, marketPreviewQuery, takeCachedPreview } from './market-preview-query.ts';
import type { PreviewTransport } from './poll-preview.ts';

export interface MarketPreviewState {
  /** The latest completed preview; stays while a newer one runs. */
  readonly latest: CompletedPreview | null;
  /** The running preview; `progress` is 0 to 1 or null if unknown, `startedAt` in milliseconds, `key` its content's. */
  readonly run: { readonly key: string; readonly startedAt: number; readonly progress: number | null } | null;
  /** Why the last preview failed. */
  readonly error: Error | null;
}

/** Runs one preview at a time. */
export interface PreviewController {
  readonly getState: () => MarketPreviewState;
  /** Calls `listener` after each change; returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Aborts a running preview of other content, then shows a cached preview of this content or runs a new one, unless it
   * is running already.
   */
  readonly start: (criteria: FilterGroup, configs: readonly DataBlockConfig[]) => void;
  /** Shows a cached preview of the same content, if any; never calls the server. */
  readonly restore: (criteria: FilterGroup, configs: readonly DataBlockConfig[]) => void;
  /** Aborts the running preview; the latest one stays. */
  readonly abort: () => void;
}

type Query = ReturnType<typeof marketPreviewQuery>;

const IDLE: MarketPreviewState = { latest: null, run: null, error: null };

/** Creates the controller of one account's previews. `onFailure` is called once per failed preview. */
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
  let state = IDLE;
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
  /** Returns false if no preview is cached. */
  function showCached({ queryKey }: Query): boolean {
    const latest = takeCachedPreview(queryClient, queryKey, now());
    if (latest === null) return false;
    set({ latest, run: null, error: null });
    return true;
  }
  function stop() {
    if (running) void queryClient.cancelQueries({ queryKey: running.queryKey, exact: true });
    running = null;
  }

  async function fetchPreview(query: Query) {
    // A superseded preview must not change the state of its successor.
    const isCurrent = () => running === query;
    try {
      const latest = await queryClient.fetchQuery(query);
      evictPreviews(queryClient);
      if (!isCurrent()) return;
      running = null;
      set({ latest, run: null, error: null });
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
      if (countRules(criteria) === 0) {
        stop();
        return set(IDLE);
      }
      const query = queryOf(criteria, configs);
      if (running && hashKey(running.queryKey) === hashKey(query.queryKey)) return;
      stop();
      if (showCached(query)) return;
      running = query;
      set({
        latest: state.latest,
        run: { key: contentKey(criteria, configs), startedAt: now(), progress: null },
        error: null,
      });
      void fetchPreview(query);
    },
    restore(criteria, configs) {
      if (running || countRules(criteria) === 0 || state.latest?.key === contentKey(criteria, configs)) return;
      showCached(queryOf(criteria, configs));
    },
    abort() {
      if (!running) return;
      stop();
      set({ ...state, run: null });
    },
  };
}
