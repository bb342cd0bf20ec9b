import type * as contracts from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { users } from '@quarry/postgres/tables/users';
import type { Verb } from '#server/platform/mount.ts';
import { isWithin } from '#server/platform/rate-limits.ts';
import { assertPasswordsEnabled } from './identity/assert-passwords-enabled.ts';
import { countTry } from './identity/count-try.ts';
import { knownDevice } from './identity/device-cookie.ts';
import { resetCodeMail } from './identity/mails.ts';
import { createResetCode } from './identity/reset-codes.ts';
import { sendLater } from './identity/send-later.ts';
import { CODES_FOR_STRANGERS, RESET_REQUESTS } from './identity/sign-in-limits.ts';

/** Mails a reset code. Responds before looking up the user, so that known and unknown addresses look the same. */
export const resetPassword: Verb<typeof contracts.resetPassword> = async (scope, { email }) => {
  const { config, db, secrets, request } = scope;
  assertPasswordsEnabled(config);
  await countTry(scope, RESET_REQUESTS, email);
  const isStranger = knownDevice(secrets, request, email) === null;
  sendLater(scope, async () => {
    if (isStranger && !(await isWithin(db, CODES_FOR_STRANGERS, email))) return null;
    const code = await db.asSystem(async (tx) => {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
      return user === undefined ? null : createResetCode(tx, secrets, user.id);
    });
    return code === null ? null : resetCodeMail(config.publicUrl, email, code);
  });
  return { ok: true };
};
