import { AppError } from '@quarry/contracts';
import type { MarketRow } from '../market.ts';
import { toPublishRequest } from '../market.ts';

const ENDED = {
  APPROVED: 'was already approved by',
  DECLINED: 'was already declined by',
  WITHDRAWN: 'was withdrawn by',
} as const;

/**
 * The request to publish a market that waits for approval. Throws NOT_PENDING_REVIEW, which tells who was faster, and
 * RESOURCE_OUT_OF_SYNC if the request is not the one that the caller saw.
 */
export function waitingRequest(market: MarketRow, seenAt?: string) {
  const request = toPublishRequest(market);
  if (request === null) {
    const { id: marketId, reviewOutcome, reviewedBy } = market;
    const isKnown = reviewOutcome !== null && reviewedBy !== null;
    const message = isKnown
      ? `The request to publish this market ${ENDED[reviewOutcome]} ${reviewedBy}.`
      : 'No request to publish this market is waiting.';
    throw new AppError('NOT_PENDING_REVIEW', message, { marketId, reviewOutcome, reviewedBy });
  }
  if (seenAt === undefined || Date.parse(seenAt) === Date.parse(request.requestedAt)) return request;
  throw new AppError('RESOURCE_OUT_OF_SYNC', 'Someone changed the request. Please review it again.', {
    marketId: market.id,
    requestedAt: request.requestedAt,
  });
}
