import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import type { Verb } from '#server/platform/mount.ts';
import { findMarket } from './market.ts';

/** Deletes a market that was never published. Throws NOT_FOUND and MARKET_PUBLISHED. */
export const deleteMarket: Verb<typeof contracts.deleteMarket> = async (scope, { marketId }) =>
  scope.change(async (tx) => {
    const { name, publishedAt, draftCriteria } = await findMarket(tx, scope.client.id, marketId, 'update');
    if (publishedAt !== null) {
      throw new AppError('MARKET_PUBLISHED', 'Published markets cannot be deleted.', { marketId });
    }
    await tx.delete(markets).where(eq(markets.id, marketId));
    return {
      result: { id: marketId },
      target: name,
      targetId: marketId,
      before: { name, draftMarketCriteria: draftCriteria },
    };
  });
