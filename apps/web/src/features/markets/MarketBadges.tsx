import { Group } from '@mantine/core';
import type { Market } from '@quarry/contracts';
import { formatDate } from '../../lib/format.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { hasUnpublishedEdits, MARKET_STATUSES, marketStatus } from './market-status.ts';
import classes from './markets.module.css';

/** Draft, static or live, explained on hover and focus. */
export function MarketStatusBadge({ market }: { market: Pick<Market, 'isPublished' | 'isLive'> }) {
  const { label, state, tooltip } = MARKET_STATUSES[marketStatus(market)];
  return (
    <StateBadge state={state} tooltip={tooltip}>
      {label}
    </StateBadge>
  );
}

/** Shows a publish request that waits for approval; nothing otherwise. */
export function PendingBadge({ market }: { market: Pick<Market, 'isPendingReview' | 'publishRequest'> }) {
  if (!market.isPendingReview) return null;
  return (
    <StateBadge state="pending" tooltip={requestText(market.publishRequest)}>
      Pending Review
    </StateBadge>
  );
}

/** Shows that the last request was declined, with the note; nothing otherwise. */
export function DeclinedBadge({ market }: { market: Pick<Market, 'lastReview'> }) {
  const review = market.lastReview;
  if (review?.outcome !== 'DECLINED') return null;
  return (
    <StateBadge state="failed" tooltip={`Declined by ${review.by}: ${review.note ?? ''}`}>
      Declined
    </StateBadge>
  );
}

/** Shows that a live market was paused; nothing otherwise. */
export function PausedBadge({ market }: { market: Pick<Market, 'isPaused'> }) {
  if (!market.isPaused) return null;
  return (
    <StateBadge state="draft" tooltip="This market was live. It adds no companies until an administrator resumes it">
      Paused
    </StateBadge>
  );
}

/** Says that a published market was edited since; nothing otherwise, or while a request waits. */
export function UnpublishedBadge({ market }: { market: Market }) {
  if (!hasUnpublishedEdits(market)) return null;
  return (
    <StateBadge state="draft" tooltip="Until these changes are published, the market stays as it was last published">
      Unpublished changes
    </StateBadge>
  );
}

export function MarketBadges({ market }: { market: Market }) {
  return (
    <Group gap={6} wrap="nowrap" component="span" className={classes.badges}>
      <MarketStatusBadge market={market} />
      <PendingBadge market={market} />
      <DeclinedBadge market={market} />
      <PausedBadge market={market} />
      <UnpublishedBadge market={market} />
    </Group>
  );
}

function requestText(request: Market['publishRequest']): string {
  if (request === null) return 'This market is waiting for approval';
  const kind = request.isLive ? 'live' : 'static';
  const by = request.requestedBy === null ? '' : ` by ${request.requestedBy}`;
  return `Publishing as ${kind} was requested${by} on ${formatDate(request.requestedAt)}`;
}
