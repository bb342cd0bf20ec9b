import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { findAccountUsers } from './account-user.ts';

/** Lists the members of the account, without staff. */
export const listUsers: Verb<typeof contracts.listUsers> = async (scope) => ({
  users: await scope.read((tx) => findAccountUsers(tx, scope.client.id)),
});
