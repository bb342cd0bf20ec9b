import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { assertPasswordsEnabled } from './identity/assert-passwords-enabled.ts';
import { countTry } from './identity/count-try.ts';
import { knownDevice } from './identity/device-cookie.ts';
import { RESET_CODE_MINUTES } from './identity/reset-codes.ts';
import { RESET_REQUESTS } from './identity/sign-in-limits.ts';
import { resetCodeJob } from './mail-reset-code.ts';

/** Mails a reset code. A job looks up the user, so that known and unknown addresses look the same. */
export const resetPassword: Verb<typeof contracts.resetPassword> = async (scope, { email }) => {
  const { config, db, jobs, secrets, request } = scope;
  assertPasswordsEnabled(config);
  if (!config.isMailOn) {
    throw new AppError('FORBIDDEN', 'This installation sends no mail. Please ask its operator for a new password.');
  }
  await countTry(scope, RESET_REQUESTS, email);
  const input = {
    sealedEmail: secrets.encrypt(email),
    isStranger: knownDevice(secrets, request, email) === null,
    expiresAt: new Date(Date.now() + RESET_CODE_MINUTES * 60_000).toISOString(),
  };
  await db.asSystem((tx) => jobs.enqueue(tx, resetCodeJob, null, input));
  return { ok: true };
};
