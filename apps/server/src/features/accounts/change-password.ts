import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { users } from '@quarry/postgres/tables/users';
import { enqueueMail } from '#server/platform/mail-job.ts';
import type { Verb } from '#server/platform/mount.ts';
import { countAttempt, forgetAttempts } from '#server/platform/rate-limits.ts';
import { assertPasswordsEnabled } from './identity/assert-passwords-enabled.ts';
import { passwordChangedMail } from './identity/mails.ts';
import { assertNewPassword } from './identity/password-strength.ts';
import { hashPassword, passwordMatches } from './identity/passwords.ts';
import { revokeSessionsOf } from './identity/sessions.ts';
import { setPassword } from './identity/set-password.ts';
import { CHANGE_BY_USER } from './identity/sign-in-limits.ts';

/** Changes the password and ends the user's other sessions. */
export const changePassword: Verb<typeof contracts.changePassword> = async (
  scope,
  { currentPassword, newPassword },
) => {
  const { config, db, user } = scope;
  assertPasswordsEnabled(config);
  await countAttempt(db, CHANGE_BY_USER, user.userId);
  const [row] = await db.asSystem(
    (tx) => tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, user.userId)),
    { readOnly: true },
  );
  if (!(await passwordMatches(row?.passwordHash ?? null, currentPassword))) {
    throw new AppError('INVALID_CREDENTIALS', 'The current password is incorrect.');
  }
  await forgetAttempts(db, { limit: CHANGE_BY_USER, subject: user.userId });
  await assertNewPassword(newPassword, user.email);
  if (newPassword === currentPassword)
    throw new AppError('WEAK_PASSWORD', 'Please choose a password other than the current one');
  const passwordHash = await hashPassword(newPassword);
  await scope.change(async (tx) => {
    await setPassword(tx, user.userId, passwordHash);
    await revokeSessionsOf(tx, user.userId, user.sessionId);
    await enqueueMail(tx, scope, passwordChangedMail(config.publicUrl, user.email));
    return { result: null, target: user.email };
  });
  return { ok: true };
};
