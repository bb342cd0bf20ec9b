import type { Market } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { criteriaKey } from '../../lib/criteria-key.ts';
import { cloneName } from './clone-name.ts';

/** A market as it is edited, beside what it was when it was last read or saved. */
export interface MarketDraft {
  readonly name: string;
  readonly criteria: FilterGroup;
  readonly base: {
    readonly name: string;
    readonly criteria: FilterGroup;
    /** Null while the market was never saved. */
    readonly version: number | null;
  };
}

/** A new market: nothing in it and nothing saved. */
export function newDraft(criteria: FilterGroup): MarketDraft {
  return { name: '', criteria, base: { name: '', criteria, version: null } };
}

/** A saved market, as it is saved. */
export function savedDraft({ name, draftMarketCriteria, draftVersion }: Market): MarketDraft {
  const base = { name, criteria: draftMarketCriteria, version: draftVersion };
  return { name, criteria: draftMarketCriteria, base };
}

/** A new market that starts as the copy of another one; none of it is saved. */
export function clonedDraft(market: Market, empty: FilterGroup): MarketDraft {
  return { ...newDraft(empty), name: cloneName(market.name), criteria: market.draftMarketCriteria };
}

/** Whether something differs from what is saved. */
export function isDirty({ name, criteria, base }: MarketDraft): boolean {
  return name.trim() !== base.name || criteriaKey(criteria) !== criteriaKey(base.criteria);
}

/** Whether somebody else saved other criteria since these were read. */
export function isOutdated({ base }: MarketDraft, market: Market): boolean {
  const isNewer = base.version !== null && market.draftVersion > base.version;
  return isNewer && criteriaKey(market.draftMarketCriteria) !== criteriaKey(base.criteria);
}

/**
 * The draft after the market was read again: a new name and a version that rose without other criteria (an edited
 * configuration) are taken over; other criteria never are, so that nothing on the screen changes by itself.
 */
export function takeOver(draft: MarketDraft, market: Market): MarketDraft {
  const { base } = draft;
  const rises = base.version !== null && market.draftVersion > base.version && !isOutdated(draft, market);
  if (market.name === base.name && !rises) return draft;
  return {
    ...draft,
    name: draft.name.trim() === base.name ? market.name : draft.name,
    base: { ...base, name: market.name, version: rises ? market.draftVersion : base.version },
  };
}

/** The draft after `sent` was saved; what was edited meanwhile stays. */
export function afterSave(
  draft: MarketDraft,
  sent: Pick<MarketDraft, 'name' | 'criteria'>,
  saved: Market,
): MarketDraft {
  return {
    ...draft,
    name: draft.name === sent.name ? saved.name : draft.name,
    base: { name: saved.name, criteria: sent.criteria, version: saved.draftVersion },
  };
}
