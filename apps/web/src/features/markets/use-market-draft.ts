import type { Market } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { useState } from 'react';
import { emptyRoot } from '../../ui/filter-builder/filter-tree.ts';
import {
  applySave,
  clonedDraft,
  isDirty,
  isOutdated,
  type MarketDraft,
  newDraft,
  rebase,
  savedDraft,
} from './market-draft.ts';

export interface EditedMarket {
  readonly draft: MarketDraft;
  readonly isDirty: boolean;
  /** Someone else saved other criteria since these were read. */
  readonly isOutdated: boolean;
  readonly setName: (name: string) => void;
  readonly setCriteria: (criteria: FilterGroup) => void;
  /** Records a successful save; keeps edits made during it. */
  readonly markSaved: (sent: Pick<MarketDraft, 'name' | 'criteria'>, saved: Market) => void;
  /** Discards the edits and shows the saved market. */
  readonly reset: (market: Market) => void;
}

/** `market` is null if it was never saved; `source` is the market to clone. */
export function useMarketDraft(market: Market | null, source: Market | null): EditedMarket {
  const [draft, setDraft] = useState(() => {
    if (market !== null) return savedDraft(market);
    return source === null ? newDraft(emptyRoot()) : clonedDraft(source, emptyRoot());
  });
  const current = market === null ? draft : rebase(draft, market);
  if (current !== draft) setDraft(current);
  return {
    draft: current,
    isDirty: isDirty(current),
    isOutdated: market !== null && isOutdated(current, market),
    setName: (name) => setDraft((old) => ({ ...old, name })),
    setCriteria: (criteria) => setDraft((old) => ({ ...old, criteria })),
    markSaved: (sent, saved) => setDraft((old) => applySave(old, sent, saved)),
    reset: (saved) => setDraft(savedDraft(saved)),
  };
}
