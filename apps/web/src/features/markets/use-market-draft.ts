import type { Market } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { useEffect, useState } from 'react';
import { useUser } from '../../lib/client-context.tsx';
import { keepDraft, readDraft } from '../../lib/local-draft.ts';
import { emptyRoot } from '../../ui/filter-builder/filter-tree.ts';
import {
  applySave,
  clonedDraft,
  isDirty,
  isOutdated,
  keptMarketDraft,
  type MarketDraft,
  newDraft,
  rebase,
  savedDraft,
  templateDraft,
} from './market-draft.ts';
import type { MarketTemplate } from './market-templates.ts';

const isTemplate = (source: Market | MarketTemplate): source is MarketTemplate => 'rules' in source;

export interface EditedMarket {
  readonly draft: MarketDraft;
  readonly isDirty: boolean;
  /** The draft was edited before this editor opened, and not saved. */
  readonly isRestored: boolean;
  /** Someone else saved other criteria since these were read. */
  readonly isOutdated: boolean;
  readonly setName: (name: string) => void;
  readonly setCriteria: (criteria: FilterGroup) => void;
  /** Records a successful save; keeps edits made during it. */
  readonly markSaved: (sent: Pick<MarketDraft, 'name' | 'criteria'>, saved: Market) => void;
  /** Discards the edits and shows the saved market. */
  readonly reset: (market: Market) => void;
  /** Discards the edits and starts again. */
  readonly restart: () => void;
  /** Forgets the edits that this browser keeps. */
  readonly forget: () => void;
}

/**
 * `market` is null if it was never saved; `source` is the market to clone, or what to start from. Unsaved edits are kept
 * in this browser.
 */
export function useMarketDraft(
  clientName: string,
  market: Market | null,
  source: Market | MarketTemplate | null,
): EditedMarket {
  const { userId } = useUser();
  const place = market?.id ?? (source === null ? 'new' : `${isTemplate(source) ? 'from' : 'clone of'} ${source.id}`);
  const key = `market ${userId} ${clientName} ${place}`;
  const start = () => {
    if (market !== null) return savedDraft(market);
    if (source === null) return newDraft(emptyRoot());
    return isTemplate(source) ? templateDraft(source, emptyRoot()) : clonedDraft(source, emptyRoot());
  };
  const [kept] = useState(() => readDraft(key, keptMarketDraft));
  const [draft, setDraft] = useState(() => kept ?? start());
  const [isRestored, setRestored] = useState(kept !== null);
  const current = market === null ? draft : rebase(draft, market);
  if (current !== draft) setDraft(current);
  const isEdited = isDirty(current);
  if (isRestored && !isEdited) setRestored(false);
  // The first save of a new market moves its draft to another key.
  const isMoving = market === null && current.base.version !== null;
  useEffect(() => {
    keepDraft(key, isEdited && !isMoving ? current : null);
  }, [key, current, isEdited, isMoving]);
  return {
    draft: current,
    isDirty: isEdited,
    isRestored,
    isOutdated: market !== null && isOutdated(current, market),
    setName: (name) => setDraft((old) => ({ ...old, name })),
    setCriteria: (criteria) => setDraft((old) => ({ ...old, criteria })),
    markSaved: (sent, saved) => setDraft((old) => applySave(old, sent, saved)),
    reset: (saved) => setDraft(savedDraft(saved)),
    restart: () => setDraft(start()),
    forget: () => keepDraft(key, null),
  };
}
