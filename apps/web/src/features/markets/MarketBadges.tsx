import { Group } from '@mantine/core';
import type { Market } from '@quarry/contracts';
import { formatDate } from '../../lib/format.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { hasUnpublishedEdits, MARKET_STATUSES, marketStatus } from './market-status.ts';

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
    <Group gap={6} wrap="nowrap" component="span">
      <MarketStatusBadge market={market} />
      <UnpublishedBadge market={market} />
      <PendingBadge market={market} />
    </Group>
  );
}

function requestText(request: Market['publishRequest']): string {
  if (request === null) return 'This market is waiting for approval';
  const kind = request.isLive ? 'live' : 'static';
  const by = request.requestedBy === null ? '' : ` by ${request.requestedBy}`;
  return `Publishing as ${kind} was requested${by} on ${formatDate(request.requestedAt)}`;
}
