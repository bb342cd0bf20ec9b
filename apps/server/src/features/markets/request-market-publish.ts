import type * as contracts from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import type { Verb } from '#server/platform/mount.ts';
import { assertSomethingToPublish } from './assert-something-to-publish.ts';
import { findMarket, toMarket } from './market.ts';

/** Requests to publish a market's draft, replacing an earlier request. Throws NOT_FOUND and NOTHING_TO_PUBLISH. */
export const requestMarketPublish: Verb<typeof contracts.requestMarketPublish> = async (scope, { marketId, isLive }) =>
  scope.change(async (tx) => {
    const clientId = scope.client.id;
    const { configs } = await readSavedConfigs(tx, clientId, 'share');
    const before = await findMarket(tx, clientId, marketId, 'update');
    assertSomethingToPublish(before, configs);
    const [row] = await tx
      .update(markets)
      .set({
        isPendingReview: true,
        requestedIsLive: isLive,
        requestedBy: scope.user.email,
        requestedAt: sql`now()`,
      })
      .where(eq(markets.id, marketId))
      .returning();
    if (row === undefined) throw new Error(`The request for ${marketId} was not saved`);
    const item = toMarket(row, configs);
    return {
      result: { item },
      target: row.name,
      targetId: marketId,
      before: toMarket(before, configs).publishRequest,
      after: { ...item.publishRequest, draftVersion: row.draftVersion },
    };
  });
