import type { DataBlockConfig } from '@quarry/contracts';
import { countRules, type FilterGroup } from '@quarry/filters';
import { contentKey, usedConfigs } from './content-key.ts';
import { type PreviewTransport, pollPreview } from './poll-preview.ts';
import type { PreviewCache, ShownPreview } from './preview-cache.ts';

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

const NOTHING: MarketPreviewState = { shown: null, run: null, error: null };

/** The state of a market's previews in one account. `onFailure` is called once for each preview that fails. */
export function createPreviewController(options: {
  readonly clientName: string;
  readonly transport: PreviewTransport;
  readonly cache: PreviewCache;
  readonly now: () => number;
  readonly onFailure: () => void;
}): PreviewController {
  const { clientName, cache, transport, now } = options;
  const listeners = new Set<() => void>();
  let state = NOTHING;
  let running: AbortController | null = null;

  function set(next: MarketPreviewState) {
    state = next;
    for (const listener of listeners) listener();
  }
  function stop() {
    running?.abort();
    running = null;
  }

  async function make(shown: Omit<ShownPreview, 'result'>, own: AbortController) {
    const request = { marketCriteria: shown.criteria, dynamicDataBlockConfigs: [...shown.configs] };
    // A run that another one replaced must not touch what that one shows.
    const isCurrent = () => running === own;
    try {
      const result = await pollPreview(request, transport, {
        signal: own.signal,
        onProgress: (progress) => {
          if (isCurrent() && state.run) set({ ...state, run: { ...state.run, progress } });
        },
      });
      if (!isCurrent()) return;
      const preview = { ...shown, result };
      cache.keep(clientName, preview);
      running = null;
      set({ shown: preview, run: null, error: null });
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
      const key = contentKey(criteria, configs);
      const kept = cache.find(clientName, key);
      if (kept) return set({ shown: kept, run: null, error: null });
      running = new AbortController();
      set({ shown: state.shown, run: { startedAt: now(), progress: null }, error: null });
      void make({ key, criteria, configs: usedConfigs(criteria, configs) }, running);
    },
    restore(criteria, configs) {
      if (running || countRules(criteria) === 0) return;
      const key = contentKey(criteria, configs);
      if (state.shown?.key === key) return;
      const kept = cache.find(clientName, key);
      if (kept) set({ shown: kept, run: null, error: null });
    },
    abort() {
      if (!running) return;
      stop();
      set({ ...state, run: null });
    },
  };
}
