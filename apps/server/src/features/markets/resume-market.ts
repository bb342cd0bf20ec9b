import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import { requestSourcing } from '#server/features/datasets/request-sourcing.ts';
import type { Verb } from '#server/platform/mount.ts';
import { findMarket, toMarket } from './market.ts';

/**
 * Makes a paused market live again; if it was paused before its companies were added, requests a build for them.
 * Publishing ends a pause, so a paused market has the criteria that it was live with. Throws NOT_FOUND and CONFLICT.
 */
export const resumeMarket: Verb<typeof contracts.resumeMarket> = async (scope, { marketId }) =>
  scope.change(async (tx) => {
    const clientId = scope.client.id;
    // `requestSourcing` locks the client's row for update; locking it only then could end in a deadlock.
    const { configs } = await readSavedConfigs(tx, clientId, 'update');
    const { isLive, isPaused, isSourcingDue } = await findMarket(tx, clientId, marketId, 'update');
    if (!isPaused) throw new AppError('CONFLICT', 'This market is not paused.', { marketId });
    const resumed = { isLive: true, isPaused: false };
    const [row] = await tx.update(markets).set(resumed).where(eq(markets.id, marketId)).returning();
    if (row === undefined) throw new Error(`The market ${marketId} was not resumed`);
    if (isSourcingDue) await requestSourcing(tx, scope.jobs, clientId, scope.user.email);
    return {
      result: { item: toMarket(row, configs) },
      target: row.name,
      targetId: marketId,
      before: { isLive, isPaused },
      after: resumed,
    };
  });
