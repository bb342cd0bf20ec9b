import type { listUsers } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { findAccountUsers } from './account-user.ts';

/** Lists the members of the account. */
export const readUsers: Verb<typeof listUsers> = async (scope) => ({
  users: await scope.read((tx) => findAccountUsers(tx, scope.client.id)),
});
