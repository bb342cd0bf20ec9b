import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq, sql, type Transaction } from '@quarry/postgres';
import { memberships } from '@quarry/postgres/tables/memberships';
import { users } from '@quarry/postgres/tables/users';
import { createUserIfAbsent } from '#server/features/accounts/create-user.ts';
import { generateOneTimePassword } from '#server/features/accounts/one-time-password.ts';
import { enqueueMail } from '#server/platform/mail-job.ts';
import type { Verb } from '#server/platform/mount.ts';
import { countAttempts, type Limit } from '#server/platform/rate-limits.ts';
import { memberPermissions } from './account-user.ts';
import { addedMail, invitationMail } from './mails.ts';
import { alreadyAMember, mailIsOff } from './refusals.ts';
import { renewOneTimePassword } from './renew-one-time-password.ts';

const HOUR = 60 * 60;
const BY_INVITER: Limit = { name: 'invite:user', max: 100, windowSeconds: HOUR };
const BY_ACCOUNT: Limit = { name: 'invite:account', max: 200, windowSeconds: HOUR };
/** Every invitation is a mail, from whichever account. */
const BY_RECIPIENT: Limit = { name: 'invite:recipient', max: 5, windowSeconds: HOUR };
const BY_RECIPIENT_A_DAY: Limit = { name: 'invite:recipient-day', max: 10, windowSeconds: 24 * HOUR };

const columns = {
  userId: users.id,
  staffPermissions: users.staffPermissions,
  /** True if the user only has a one-time password, which may be lost or expired. */
  needsPassword: sql<boolean>`${users.mustChangePassword} and ${users.temporaryPasswordExpiresAt} is not null`,
};

async function findUser(tx: Transaction, email: string) {
  const [row] = await tx.select(columns).from(users).where(eq(users.email, email));
  return row ?? null;
}

/**
 * Invites a user. Users who never signed in get a new one-time password by mail, replacing any earlier one; everyone else
 * keeps their password and gets a notice.
 */
export const inviteUser: Verb<typeof contracts.inviteUser> = async (scope, { email, userPermissions }) => {
  const { client, config, db } = scope;
  await countAttempts(db, [
    { limit: BY_INVITER, subject: scope.user.userId },
    { limit: BY_ACCOUNT, subject: client.id },
    { limit: BY_RECIPIENT, subject: email },
    { limit: BY_RECIPIENT_A_DAY, subject: email },
  ]);
  const permissions = memberPermissions(userPermissions);
  const hasPasswords = config.oidc === null;
  const existing = await db.asSystem((tx) => findUser(tx, email), { readOnly: true });
  // Hashing is slow, so it happens before the transaction.
  const oneTime =
    hasPasswords && (existing === null || existing.needsPassword) ? await generateOneTimePassword() : null;

  const invitation = { publicUrl: config.publicUrl, email, clientName: client.name, invitedBy: scope.user.email };
  return scope.change(async (tx) => {
    const createdId = await createUserIfAbsent(tx, {
      email,
      passwordHash: oneTime?.passwordHash ?? null,
      temporaryPasswordExpiresAt: oneTime?.expiresAt ?? null,
    });
    const user = await findUser(tx, email);
    if (user === null) throw new AppError('CONFLICT', 'This user was just deleted. Please try again.');
    if (user.staffPermissions.length > 0) throw alreadyAMember();
    const [added] = await tx
      .insert(memberships)
      .values({ clientId: client.id, userId: user.userId, permissions, isPendingAcceptance: true })
      .onConflictDoNothing()
      .returning({ userId: memberships.userId });
    if (added === undefined) throw alreadyAMember();
    const isRenewed = createdId === null && oneTime !== null && (await renewOneTimePassword(tx, user.userId, oneTime));
    const isFirstPassword = oneTime !== null && (createdId !== null || isRenewed);
    if (isFirstPassword && !config.isMailOn) throw mailIsOff();
    const mail = isFirstPassword ? invitationMail(invitation, oneTime.password) : addedMail(invitation);
    await enqueueMail(tx, scope, mail, { clientId: client.id });
    return {
      result: { user: { userId: user.userId, email, userPermissions: permissions, isPendingAcceptance: true } },
      target: email,
      after: { userPermissions: permissions },
    };
  });
};
