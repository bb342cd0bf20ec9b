import type * as contracts from '@quarry/contracts';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import type { Verb } from '#server/platform/mount.ts';
import { findMarket, toMarket } from './market.ts';

/** Reads one market. Throws NOT_FOUND. */
export const getMarket: Verb<typeof contracts.getMarket> = async (scope, { marketId }) =>
  scope.read(async (tx) => {
    const { configs } = await readSavedConfigs(tx, scope.client.id);
    return { item: toMarket(await findMarket(tx, scope.client.id, marketId), configs) };
  });
