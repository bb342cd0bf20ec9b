import type * as contracts from '@quarry/contracts';
import { USER_PERMISSIONS, type UserClient } from '@quarry/contracts';
import { and, asc, eq, isNotNull, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { memberships } from '@quarry/postgres/tables/memberships';
import type { SignedInUser } from '#server/platform/identity.ts';
import type { Verb } from '#server/platform/mount.ts';

/** The accounts that the user may open, by name. */
async function listAccounts(tx: Transaction, user: SignedInUser): Promise<UserClient[]> {
  const rows = await tx
    .select({
      clientName: clients.name,
      permissions: memberships.permissions,
      companiesCnt: datasetVersions.rowCount,
    })
    .from(clients)
    .leftJoin(memberships, and(eq(memberships.clientId, clients.id), eq(memberships.userId, user.userId)))
    .leftJoin(datasetVersions, eq(datasetVersions.version, clients.datasetVersion))
    .where(user.staffPermissions.includes('VIEW_ANY_ACCOUNT') ? undefined : isNotNull(memberships.userId))
    .orderBy(asc(clients.name));
  return rows.map(({ permissions, ...client }) => ({
    ...client,
    role: permissions === null ? 'STAFF' : permissions.includes('ADMIN') ? 'ADMIN' : 'USER',
  }));
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
