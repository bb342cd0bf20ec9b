import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import type { Verb } from '#server/platform/mount.ts';
import { findMarket, toMarket } from '../market.ts';
import { endOfRequest } from './end-of-request.ts';
import { mailPeople } from './mail-people.ts';
import { waitingRequest } from './waiting-request.ts';

/**
 * Withdraws the waiting request. Throws NOT_FOUND, NOT_PENDING_REVIEW, and FORBIDDEN for others than its requester and
 * administrators.
 */
export const withdrawMarketPublish: Verb<typeof contracts.withdrawMarketPublish> = async (scope, { marketId }) =>
  scope.change(async (tx) => {
    const { configs } = await readSavedConfigs(tx, scope.client.id, 'share');
    const before = await findMarket(tx, scope.client.id, marketId, 'update');
    const request = waitingRequest(before);
    if (request.requestedBy !== scope.user.email && !scope.permissions.includes('ADMIN')) {
      throw new AppError('FORBIDDEN', 'Only the person who asked and administrators can withdraw this request.');
    }
    const [row] = await tx
      .update(markets)
      .set(endOfRequest('WITHDRAWN', scope.user.email))
      .where(eq(markets.id, marketId))
      .returning();
    if (row === undefined) throw new Error(`The request for ${marketId} was not withdrawn`);
    await mailPeople(tx, scope, { market: row, ...request, outcome: 'WITHDRAWN' });
    return { result: { item: toMarket(row, configs) }, target: row.name, targetId: marketId, before: request };
  });
