import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq, type Transaction } from '@quarry/postgres';
import { memberships } from '@quarry/postgres/tables/memberships';
import { users } from '@quarry/postgres/tables/users';
import { recordAudit } from '#server/platform/audit.ts';
import type { Verb } from '#server/platform/mount.ts';
import { countAttempts, forgiveAttempts, networkOf } from '#server/platform/rate-limits.ts';
import { assertPasswordsEnabled } from './identity/assert-passwords-enabled.ts';
import { rememberDevice } from './identity/device-cookie.ts';
import { assertNewPassword } from './identity/password-strength.ts';
import { hashPassword, passwordMatches } from './identity/passwords.ts';
import { answerSignedIn, revokeSessionsOf, startSession } from './identity/sessions.ts';
import { setPassword } from './identity/set-password.ts';
import { findChallengeUser, redeemChallenge } from './identity/sign-in-challenges.ts';
import { PASSWORD_TRIES } from './identity/sign-in-limits.ts';

const challengeExpired = (): AppError =>
  new AppError('UNAUTHENTICATED', 'This sign-in has expired. Please sign in again.');

async function acceptInvitations(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(memberships)
    .set({ isPendingAcceptance: false })
    .where(and(eq(memberships.userId, userId), eq(memberships.isPendingAcceptance, true)));
}

/** Replaces the one-time password, accepts pending invitations and signs in. */
export const confirmNewPassword: Verb<typeof contracts.confirmNewPassword> = async (
  scope,
  { challenge, newPassword },
) => {
  const { config, db, secrets, request } = scope;
  assertPasswordsEnabled(config);
  const attempts = [{ limit: PASSWORD_TRIES.address, subject: networkOf(request.ip) }];
  await countAttempts(db, attempts);
  const user = await db.asSystem(
    async (tx) => {
      const userId = await findChallengeUser(tx, secrets, challenge);
      if (userId === null) return undefined;
      const [row] = await tx.select().from(users).where(eq(users.id, userId));
      return row;
    },
    { readOnly: true },
  );
  if (user === undefined) throw challengeExpired();
  await forgiveAttempts(db, attempts);
  await assertNewPassword(newPassword, user.email);
  if (await passwordMatches(user.passwordHash, newPassword)) {
    throw new AppError('WEAK_PASSWORD', 'Please choose a password other than the temporary one');
  }
  const passwordHash = await hashPassword(newPassword);
  const session = await db.asSystem(async (tx) => {
    if (!(await redeemChallenge(tx, secrets, challenge))) throw challengeExpired();
    await setPassword(tx, user.id, passwordHash);
    await acceptInvitations(tx, user.id);
    await revokeSessionsOf(tx, user.id);
    await recordAudit(tx, {
      clientId: null,
      actorUserId: user.id,
      actor: user.email,
      action: 'user.first-password-set',
      target: user.email,
      before: null,
      after: null,
      requestId: request.id,
    });
    return startSession(tx, secrets, user.id, request.userAgent);
  });
  rememberDevice(secrets, request, user.email);
  return answerSignedIn(scope, session);
};
