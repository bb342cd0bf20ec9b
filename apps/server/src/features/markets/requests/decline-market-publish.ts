import type * as contracts from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import type { Verb } from '#server/platform/mount.ts';
import { findMarket, toMarket } from '../market.ts';
import { endOfRequest } from './end-of-request.ts';
import { mailPeople } from './mail-people.ts';
import { waitingRequest } from './waiting-request.ts';

/** Declines the waiting request. Throws NOT_FOUND, NOT_PENDING_REVIEW and RESOURCE_OUT_OF_SYNC. */
export const declineMarketPublish: Verb<typeof contracts.declineMarketPublish> = async (
  scope,
  { marketId, note, requestedAt },
) =>
  scope.change(async (tx) => {
    const { configs } = await readSavedConfigs(tx, scope.client.id, 'share');
    const before = await findMarket(tx, scope.client.id, marketId, 'update');
    const request = waitingRequest(before, requestedAt);
    const [row] = await tx
      .update(markets)
      .set(endOfRequest('DECLINED', scope.user.email, note))
      .where(eq(markets.id, marketId))
      .returning();
    if (row === undefined) throw new Error(`The request for ${marketId} was not declined`);
    await mailPeople(tx, scope, { market: row, ...request, outcome: 'DECLINED', note });
    return {
      result: { item: toMarket(row, configs) },
      target: row.name,
      targetId: marketId,
      before: request,
      after: { note },
    };
  });
