import { setTimeout as sleep } from 'node:timers/promises';
import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Verb } from '#server/platform/mount.ts';
import { countAttempt, forgetAttempts, forgiveAttempt, networkOf } from '#server/platform/rate-limits.ts';
import { passwordChangedMail } from './identity/mails.ts';
import { assertNewPassword } from './identity/password-strength.ts';
import { hashPassword } from './identity/passwords.ts';
import { assertPasswordsApply } from './identity/passwords-apply.ts';
import { spendResetCode } from './identity/reset-codes.ts';
import { sendLater } from './identity/send-later.ts';
import { answerSignedIn, revokeSessionsOf, startSession } from './identity/sessions.ts';
import { setPassword } from './identity/set-password.ts';
import { CODE_BY_ADDRESS, CODE_BY_EMAIL, SIGN_IN_BY_EMAIL } from './identity/sign-in-limits.ts';

/** A refused code is answered no earlier than this, because a known person's try takes one more write to the disk. */
const REFUSAL_MS = 250;

/**
 * Sets a new password with the mailed code, ends the person's sessions and signs in. The password is checked first, so
 * that a weak one does not cost a try.
 */
export const confirmResetPassword: Verb<typeof contracts.confirmResetPassword> = async (
  scope,
  { email, code, newPassword },
) => {
  const { config, db, secrets, request } = scope;
  assertPasswordsApply(config);
  const refuseAt = Date.now() + REFUSAL_MS;
  const network = networkOf(request.ip);
  await countAttempt(db, CODE_BY_ADDRESS, network);
  await countAttempt(db, CODE_BY_EMAIL, email);
  assertNewPassword(newPassword, email);
  const userId = await db.asSystem((tx) => spendResetCode(tx, secrets, email, code));
  if (userId === null) {
    await sleep(Math.max(0, refuseAt - Date.now()));
    throw new AppError('INVALID_CODE', 'The code is not right or has expired. Please ask for a new one.');
  }
  const passwordHash = await hashPassword(newPassword);
  const session = await db.asSystem(async (tx) => {
    await setPassword(tx, userId, passwordHash);
    await revokeSessionsOf(tx, userId);
    await recordAudit(tx, {
      clientId: null,
      actorUserId: userId,
      actor: email,
      action: 'user.password-reset',
      target: email,
      before: null,
      after: null,
      requestId: request.id,
    });
    return startSession(tx, secrets, userId, request.userAgent);
  });
  await forgiveAttempt(db, CODE_BY_ADDRESS, network);
  await forgetAttempts(db, CODE_BY_EMAIL, email);
  await forgetAttempts(db, SIGN_IN_BY_EMAIL, email);
  sendLater(scope, async () => passwordChangedMail(config.publicUrl, email));
  return answerSignedIn(scope, session);
};
