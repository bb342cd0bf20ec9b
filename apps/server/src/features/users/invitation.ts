import { eq, sql, type Transaction } from '@quarry/postgres';
import { users } from '@quarry/postgres/tables/users';
import { generateOneTimePassword } from '#server/features/accounts/one-time-password.ts';
import { countAttempts, type Limit } from '#server/platform/rate-limits.ts';
import type { ClientScope } from '#server/platform/scope.ts';

const HOUR = 60 * 60;
const BY_INVITER: Limit = { name: 'invite:user', max: 100, windowSeconds: HOUR };
const BY_ACCOUNT: Limit = { name: 'invite:account', max: 200, windowSeconds: HOUR };
/** Every invitation is a mail, from whichever account. */
const BY_RECIPIENT: Limit = { name: 'invite:recipient', max: 5, windowSeconds: HOUR };
const BY_RECIPIENT_A_DAY: Limit = { name: 'invite:recipient-day', max: 10, windowSeconds: 24 * HOUR };

/** Counts an invitation. Throws TOO_MANY_REQUESTS. */
export function countInvitation({ db, user, client }: ClientScope, email: string): Promise<void> {
  return countAttempts(db, [
    { limit: BY_INVITER, subject: user.userId },
    { limit: BY_ACCOUNT, subject: client.id },
    { limit: BY_RECIPIENT, subject: email },
    { limit: BY_RECIPIENT_A_DAY, subject: email },
  ]);
}

const columns = {
  userId: users.id,
  staffPermissions: users.staffPermissions,
  /** True if the user only has a one-time password, which may be lost or expired. */
  needsPassword: sql<boolean>`${users.mustChangePassword} and ${users.temporaryPasswordExpiresAt} is not null`,
};

export async function findInvitee(tx: Transaction, email: string) {
  const [row] = await tx.select(columns).from(users).where(eq(users.email, email));
  return row ?? null;
}

/**
 * A new one-time password if the person has no password of their own yet; null also with an external identity provider.
 * Hashing is slow, so call it before a transaction.
 */
export async function oneTimePasswordFor({ db, config }: ClientScope, email: string) {
  if (config.oidc !== null) return null;
  const existing = await db.asSystem((tx) => findInvitee(tx, email), { readOnly: true });
  return existing === null || existing.needsPassword ? generateOneTimePassword() : null;
}
