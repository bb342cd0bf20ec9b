import { type AccountUser, USER_PERMISSIONS, type UserPermission } from '@quarry/contracts';
import { and, eq, sql, type Transaction } from '@quarry/postgres';
import { memberships } from '@quarry/postgres/tables/memberships';
import { users } from '@quarry/postgres/tables/users';

const columns = {
  userId: users.id,
  email: users.email,
  permissions: memberships.permissions,
  isPendingAcceptance: memberships.isPendingAcceptance,
  lastSignedInAt: users.lastSignedInAt,
};

// Staff can view accounts without being members, so an account's administrators don't manage them.
const isNotStaff = sql`cardinality(${users.staffPermissions}) = 0`;

/** Adds USER, which is implied. */
export function memberPermissions(given: readonly UserPermission[]): UserPermission[] {
  return given.includes('ADMIN') ? ['USER', 'ADMIN'] : ['USER'];
}

function toAccountUser(row: {
  userId: string;
  email: string;
  permissions: string[];
  isPendingAcceptance: boolean;
  lastSignedInAt: Date | null;
}): AccountUser {
  return {
    userId: row.userId,
    email: row.email,
    userPermissions: USER_PERMISSIONS.filter((name) => name === 'USER' || row.permissions.includes(name)),
    isPendingAcceptance: row.isPendingAcceptance,
    // Before that they may have signed in for another account, which is not this one's business.
    lastSignedInAt: row.isPendingAcceptance ? null : (row.lastSignedInAt?.toISOString() ?? null),
  };
}

/** Lists the members of an account by e-mail address, without staff. */
export async function findAccountUsers(tx: Transaction, clientId: string): Promise<AccountUser[]> {
  const rows = await tx
    .select(columns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.clientId, clientId), isNotStaff))
    .orderBy(users.email);
  return rows.map(toAccountUser);
}

/** Reads and locks a member of an account; null for staff and non-members. */
export async function lockAccountUser(tx: Transaction, clientId: string, userId: string): Promise<AccountUser | null> {
  const [row] = await tx
    .select(columns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.clientId, clientId), eq(memberships.userId, userId), isNotStaff))
    .for('update', { of: memberships });
  return row === undefined ? null : toAccountUser(row);
}
