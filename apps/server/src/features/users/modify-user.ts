import type * as contracts from '@quarry/contracts';
import { and, eq } from '@quarry/postgres';
import { memberships } from '@quarry/postgres/tables/memberships';
import type { Verb } from '#server/platform/mount.ts';
import { lockAccountUser, memberPermissions } from './account-user.ts';
import { assertNotSelf, notAMember } from './refusals.ts';

/** Grants or revokes ADMIN from the member's next request on. */
export const modifyUser: Verb<typeof contracts.modifyUser> = async (scope, { userId, userPermissions }) => {
  assertNotSelf(scope, userId);
  const permissions = memberPermissions(userPermissions);
  return scope.change(async (tx) => {
    const before = await lockAccountUser(tx, scope.client.id, userId);
    if (before === null) throw notAMember();
    await tx
      .update(memberships)
      .set({ permissions })
      .where(and(eq(memberships.clientId, scope.client.id), eq(memberships.userId, userId)));
    return {
      result: { user: { ...before, userPermissions: permissions } },
      target: before.email,
      before: { userPermissions: before.userPermissions },
      after: { userPermissions: permissions },
    };
  });
};
