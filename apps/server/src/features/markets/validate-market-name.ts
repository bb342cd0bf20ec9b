import type { validateMarketName } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { isNameTaken } from './market-names.ts';

/** Tells whether a name is free; a market's own name is. */
export const checkMarketName: Verb<typeof validateMarketName> = async (scope, { marketName, marketId }) => ({
  isValid: !(await scope.read((tx) => isNameTaken(tx, scope.client.id, marketName, marketId ?? null))),
});
