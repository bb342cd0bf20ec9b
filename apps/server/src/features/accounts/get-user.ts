import type * as contracts from '@quarry/contracts';
import { USER_PERMISSIONS } from '@quarry/contracts';
import { asc, eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { memberships } from '@quarry/postgres/tables/memberships';
import type { SignedInUser } from '#server/platform/identity.ts';
import type { Verb } from '#server/platform/mount.ts';

async function listAccounts(tx: Transaction, user: SignedInUser) {
  if (user.staffPermissions.includes('VIEW_ANY_ACCOUNT')) {
    return tx.select({ clientName: clients.name }).from(clients).orderBy(asc(clients.name));
  }
  return tx
    .select({ clientName: clients.name })
    .from(memberships)
    .innerJoin(clients, eq(clients.id, memberships.clientId))
    .where(eq(memberships.userId, user.userId))
    .orderBy(asc(clients.name));
}

/**
 * Returns the signed-in user. `userPermissions` holds the permissions that the user has in all their accounts;
 * `getClient` returns those for one account.
 */
export const getUser: Verb<typeof contracts.getUser> = async ({ db, user }) => {
  const { accounts, ownMemberships } = await db.asSystem(
    async (tx) => ({
      accounts: await listAccounts(tx, user),
      ownMemberships: await tx
        .select({ permissions: memberships.permissions, isPendingAcceptance: memberships.isPendingAcceptance })
        .from(memberships)
        .where(eq(memberships.userId, user.userId)),
    }),
    { readOnly: true },
  );
  return {
    user: {
      userId: user.userId,
      id: user.userId,
      email: user.email,
      clients: accounts,
      staffPermissions: [...user.staffPermissions],
      userPermissions: USER_PERMISSIONS.filter(
        (permission) =>
          ownMemberships.length > 0 &&
          ownMemberships.every(({ permissions }) => permission === 'USER' || permissions.includes(permission)),
      ),
      isPendingAcceptance: ownMemberships.some((membership) => membership.isPendingAcceptance),
    },
  };
};
