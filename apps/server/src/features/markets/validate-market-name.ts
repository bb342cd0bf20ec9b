import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { isNameTaken } from './market-names.ts';

/** A name is valid if no other market of the account has it. */
export const validateMarketName: Verb<typeof contracts.validateMarketName> = async (
  scope,
  { marketName, marketId },
) => ({
  isValid: !(await scope.read((tx) => isNameTaken(tx, scope.client.id, marketName, marketId ?? null))),
});
