import type * as contracts from '@quarry/contracts';
import { and, eq } from '@quarry/postgres';
import { memberships } from '@quarry/postgres/tables/memberships';
import { revokeKeysOf } from '#server/features/api-keys/revoke-keys-of.ts';
import type { Verb } from '#server/platform/mount.ts';
import { lockAccountUser } from './account-user.ts';
import { assertNotSelf, notAMember } from './refusals.ts';

/**
 * Removes a member from their next request on, and revokes their keys for good: a new invitation does not restore them.
 * Everything that the user created stays.
 */
export const removeUser: Verb<typeof contracts.removeUser> = async (scope, { userId }) => {
  assertNotSelf(scope, userId);
  return scope.change(async (tx) => {
    const before = await lockAccountUser(tx, scope.client.id, userId);
    if (before === null) throw notAMember();
    await tx.delete(memberships).where(and(eq(memberships.clientId, scope.client.id), eq(memberships.userId, userId)));
    const revokedKeys = await revokeKeysOf(tx, scope.client.id, userId);
    return {
      result: { ok: true },
      target: before.email,
      before: {
        userPermissions: before.userPermissions,
        isPendingAcceptance: before.isPendingAcceptance,
        ...(revokedKeys.length === 0 ? {} : { revokedKeys }),
      },
    };
  });
};
