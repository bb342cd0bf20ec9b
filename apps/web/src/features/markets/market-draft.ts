import type { Market } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { z } from 'zod';
import { criteriaKey } from '../../lib/criteria-key.ts';
import { criteriaDraft } from '../../lib/local-draft.ts';
import { cloneName } from './clone-name.ts';
import { type MarketTemplate, templateCriteria } from './market-templates.ts';

/** An edited market; `base` is the market as last read or saved. */
export interface MarketDraft {
  readonly name: string;
  readonly criteria: FilterGroup;
  readonly base: {
    readonly name: string;
    readonly criteria: FilterGroup;
    /** Null if the market was never saved. */
    readonly version: number | null;
  };
}

/** An edited market as this browser keeps it. */
export const keptMarketDraft: z.ZodType<MarketDraft> = z.object({
  name: z.string(),
  criteria: criteriaDraft,
  base: z.object({ name: z.string(), criteria: criteriaDraft, version: z.number().nullable() }),
});

export function newDraft(criteria: FilterGroup): MarketDraft {
  return { name: '', criteria, base: { name: '', criteria, version: null } };
}

export function templateDraft(template: MarketTemplate, empty: FilterGroup): MarketDraft {
  return { ...newDraft(empty), name: template.name, criteria: templateCriteria(template) };
}

export function savedDraft({ name, draftMarketCriteria, draftVersion }: Market): MarketDraft {
  const base = { name, criteria: draftMarketCriteria, version: draftVersion };
  return { name, criteria: draftMarketCriteria, base };
}

/** An unsaved copy of a market. */
export function clonedDraft(market: Market, empty: FilterGroup): MarketDraft {
  return { ...newDraft(empty), name: cloneName(market.name), criteria: market.draftMarketCriteria };
}

export function isDirty({ name, criteria, base }: MarketDraft): boolean {
  return name.trim() !== base.name || criteriaKey(criteria) !== criteriaKey(base.criteria);
}

/** True if someone else saved other criteria since these were read. */
export function isOutdated({ base }: MarketDraft, market: Market): boolean {
  const isNewer = base.version !== null && market.draftVersion > base.version;
  return isNewer && criteriaKey(market.draftMarketCriteria) !== criteriaKey(base.criteria);
}

/**
 * Moves the draft onto a market that was read again: takes over a new name, and a higher version with the same criteria
 * (an edited configuration). Never takes over other criteria, so nothing on the screen changes by itself.
 */
export function rebase(draft: MarketDraft, market: Market): MarketDraft {
  const { base } = draft;
  const isVersionRaised = base.version !== null && market.draftVersion > base.version && !isOutdated(draft, market);
  if (market.name === base.name && !isVersionRaised) return draft;
  return {
    ...draft,
    name: draft.name.trim() === base.name ? market.name : draft.name,
    base: { ...base, name: market.name, version: isVersionRaised ? market.draftVersion : base.version },
  };
}

/** The draft after `sent` was saved; keeps edits made during the save. */
export function applySave(
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
