import type { Market } from '@quarry/contracts';
import type { State } from '../../ui/StateBadge.tsx';

/** Where a market stands: never approved, approved once, or approved and sourcing at each build. */
export type MarketStatus = 'DRAFT' | 'STATIC' | 'LIVE';

export function marketStatus(market: Pick<Market, 'isPublished' | 'isLive'>): MarketStatus {
  if (!market.isPublished) return 'DRAFT';
  return market.isLive ? 'LIVE' : 'STATIC';
}

/** True for a published market whose saved criteria differ from the published ones, and which nobody asked to publish. */
export function hasUnpublishedEdits(
  market: Pick<Market, 'isPublished' | 'hasUnpublishedChanges' | 'isPendingReview'>,
): boolean {
  return market.isPublished && market.hasUnpublishedChanges && !market.isPendingReview;
}

export const MARKET_STATUSES: Readonly<Record<MarketStatus, { label: string; state: State; tooltip: string }>> = {
  DRAFT: {
    label: 'Draft',
    state: 'draft',
    tooltip: 'This market is still in draft and has not been added to your dataset yet',
  },
  STATIC: {
    label: 'Static',
    state: 'static',
    tooltip: 'This market was added to your dataset but is not automatically sourcing new accounts',
  },
  LIVE: {
    label: 'Live',
    state: 'live',
    tooltip: 'This market is live and automatically sourcing new accounts',
  },
};
