import type { Market } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { useState } from 'react';
import { emptyRoot } from '../../ui/filter-builder/filter-tree.ts';
import {
  afterSave,
  clonedDraft,
  isDirty,
  isOutdated,
  type MarketDraft,
  newDraft,
  savedDraft,
  takeOver,
} from './market-draft.ts';

/** The market that is being edited. */
export interface EditedMarket {
  readonly draft: MarketDraft;
  readonly isDirty: boolean;
  /** Whether somebody else saved other criteria meanwhile. */
  readonly isOutdated: boolean;
  readonly setName: (name: string) => void;
  readonly setCriteria: (criteria: FilterGroup) => void;
  /** Takes a successful save in; edits made meanwhile stay. */
  readonly markSaved: (sent: Pick<MarketDraft, 'name' | 'criteria'>, saved: Market) => void;
  /** Shows the market as it is saved; edits are gone. */
  readonly reset: (market: Market) => void;
}

/** Keeps the edited market apart from the saved one. `market` is null while it was never saved. */
export function useMarketDraft(market: Market | null, source: Market | null): EditedMarket {
  const [draft, setDraft] = useState(() => {
    if (market !== null) return savedDraft(market);
    return source === null ? newDraft(emptyRoot()) : clonedDraft(source, emptyRoot());
  });
  const current = market === null ? draft : takeOver(draft, market);
  if (current !== draft) setDraft(current);
  return {
    draft: current,
    isDirty: isDirty(current),
    isOutdated: market !== null && isOutdated(current, market),
    setName: (name) => setDraft((old) => ({ ...old, name })),
    setCriteria: (criteria) => setDraft((old) => ({ ...old, criteria })),
    markSaved: (sent, saved) => setDraft((old) => afterSave(old, sent, saved)),
    reset: (saved) => setDraft(savedDraft(saved)),
  };
}
