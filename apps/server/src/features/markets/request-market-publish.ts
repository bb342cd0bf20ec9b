import type * as contracts from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import type { Verb } from '#server/platform/mount.ts';
import { assertSomethingToPublish } from './assert-something-to-publish.ts';
import { findMarket, toMarket, toPublishRequest } from './market.ts';
import { NOT_REVIEWED } from './requests/end-of-request.ts';
import { mailPeople } from './requests/mail-people.ts';

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
        ...NOT_REVIEWED,
      })
      .where(eq(markets.id, marketId))
      .returning();
    if (row === undefined) throw new Error(`The request for ${marketId} was not saved`);
    const item = toMarket(row, configs);
    const earlier = toPublishRequest(before);
    // Asking again for the same tells nobody anything new.
    if (earlier?.isLive !== isLive || earlier.requestedBy !== scope.user.email) {
      await mailPeople(tx, scope, { market: row, requestedBy: scope.user.email, outcome: 'REQUESTED', isLive });
    }
    return {
      result: { item },
      target: row.name,
      targetId: marketId,
      before: earlier,
      after: { ...item.publishRequest, draftVersion: row.draftVersion },
    };
  });
