import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import type { Verb } from '#server/platform/mount.ts';
import { findMarket, toMarket } from './market.ts';

/** Keeps later builds from adding a live market's companies. Throws NOT_FOUND, and CONFLICT unless it is live. */
export const pauseMarket: Verb<typeof contracts.pauseMarket> = async (scope, { marketId }) =>
  scope.change(async (tx) => {
    const { configs } = await readSavedConfigs(tx, scope.client.id, 'share');
    const { isLive, isPaused } = await findMarket(tx, scope.client.id, marketId, 'update');
    if (!isLive) {
      const message = isPaused ? 'This market is already paused.' : 'Only live markets can be paused.';
      throw new AppError('CONFLICT', message, { marketId });
    }
    const paused = { isLive: false, isPaused: true };
    const [row] = await tx.update(markets).set(paused).where(eq(markets.id, marketId)).returning();
    if (row === undefined) throw new Error(`The market ${marketId} was not paused`);
    return {
      result: { item: toMarket(row, configs) },
      target: row.name,
      targetId: marketId,
      before: { isLive, isPaused },
      after: paused,
    };
  });
