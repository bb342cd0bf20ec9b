import { setTimeout as sleep } from 'node:timers/promises';
import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { recordAudit } from '#server/platform/audit.ts';
import { enqueueMail } from '#server/platform/mail-job.ts';
import type { Verb } from '#server/platform/mount.ts';
import { assertPasswordsEnabled } from './identity/assert-passwords-enabled.ts';
import { countTry } from './identity/count-try.ts';
import { rememberDevice } from './identity/device-cookie.ts';
import { passwordChangedMail } from './identity/mails.ts';
import { assertNewPassword } from './identity/password-strength.ts';
import { hashPassword } from './identity/passwords.ts';
import { checkResetCode, redeemResetCode } from './identity/reset-codes.ts';
import { answerSignedIn, revokeSessionsOf, startSession } from './identity/sessions.ts';
import { setPassword } from './identity/set-password.ts';
import { CODE_TRIES } from './identity/sign-in-limits.ts';

/** Minimum time before a code is refused: a try for a known user costs one more disk write, which would show. */
const REFUSAL_MS = 250;

const invalidCode = (): AppError =>
  new AppError('INVALID_CODE', 'The code is incorrect or has expired. Please request a new one.');

/** Sets a new password with the mailed code, ends the user's sessions and signs in. A weak password costs no try. */
export const confirmResetPassword: Verb<typeof contracts.confirmResetPassword> = async (
  scope,
  { email, code, newPassword },
) => {
  const { config, db, secrets, request } = scope;
  assertPasswordsEnabled(config);
  const refuseAt = Date.now() + REFUSAL_MS;
  const counted = await countTry(scope, CODE_TRIES, email);
  const checked = await db.asSystem((tx) => checkResetCode(tx, secrets, email, code));
  if (checked === null) {
    await sleep(Math.max(0, refuseAt - Date.now()));
    throw invalidCode();
  }
  const { userId } = checked;
  await assertNewPassword(newPassword, email);
  const passwordHash = await hashPassword(newPassword);
  const session = await db.asSystem(async (tx) => {
    if (!(await redeemResetCode(tx, checked))) throw invalidCode();
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
    await enqueueMail(tx, scope, passwordChangedMail(config.publicUrl, email));
    return startSession(tx, secrets, userId, request.userAgent);
  });
  await counted.succeeded();
  rememberDevice(secrets, request, email);
  return answerSignedIn(scope, session);
};
