import type { DataBlockConfig, MarketPreviewResult } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';

/** How many previews are kept. */
const PREVIEWS_KEPT = 5;
/** How long a preview may be shown again; the server's own answers are as fresh. */
const FRESH_MS = 600_000;

/** What a preview found, with the criteria and configurations that it was made from. */
export interface ShownPreview {
  readonly key: string;
  readonly criteria: FilterGroup;
  readonly configs: readonly DataBlockConfig[];
  readonly result: MarketPreviewResult;
}

/** The last previews by account and content. */
export interface PreviewCache {
  readonly find: (clientName: string, key: string) => ShownPreview | null;
  readonly keep: (clientName: string, preview: ShownPreview) => void;
  readonly clear: () => void;
  /** Says which dataset is there now: what was counted against another one is forgotten. */
  readonly setDataset: (dataset: string) => void;
}

/** Keeps the five previews that were shown last, each for ten minutes. `now` is in milliseconds. */
export function createPreviewCache(now: () => number): PreviewCache {
  // A map remembers the order of insertion: the first entry is the one not shown for longest.
  const entries = new Map<string, { preview: ShownPreview; madeAt: number }>();
  let current: string | null = null;
  const idOf = (clientName: string, key: string) => `${clientName}\n${key}`;
  return {
    find(clientName, key) {
      const id = idOf(clientName, key);
      const entry = entries.get(id);
      if (entry === undefined) return null;
      entries.delete(id);
      if (now() - entry.madeAt > FRESH_MS) return null;
      entries.set(id, entry);
      return entry.preview;
    },
    keep(clientName, preview) {
      const id = idOf(clientName, preview.key);
      entries.delete(id);
      entries.set(id, { preview, madeAt: now() });
      for (const oldest of entries.keys()) {
        if (entries.size <= PREVIEWS_KEPT) break;
        entries.delete(oldest);
      }
    },
    clear: () => entries.clear(),
    setDataset(dataset) {
      if (dataset !== current) entries.clear();
      current = dataset;
    },
  };
}
