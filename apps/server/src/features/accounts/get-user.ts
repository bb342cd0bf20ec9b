import type * as contracts from '@quarry/contracts';
import { USER_PERMISSIONS } from '@quarry/contracts';
import { asc, eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { memberships } from '@quarry/postgres/tables/memberships';
import type { SignedInUser } from '#server/platform/identity.ts';
import type { Verb } from '#server/platform/mount.ts';

/** The accounts that the person may open, by name: for staff who may view any account, all of them. */
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
 * The signed-in person. `userPermissions` are those held in every account of theirs; the permissions in one account
 * come with the account.
 */
export const getUser: Verb<typeof contracts.getUser> = async ({ db, user }) => {
  const { accounts, own } = await db.asSystem(
    async (tx) => ({
      accounts: await listAccounts(tx, user),
      own: await tx
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
          own.length > 0 && own.every(({ permissions }) => permission === 'USER' || permissions.includes(permission)),
      ),
      isPendingAcceptance: own.some((membership) => membership.isPendingAcceptance),
    },
  };
};
