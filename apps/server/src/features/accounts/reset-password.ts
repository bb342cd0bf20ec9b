import type * as contracts from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { users } from '@quarry/postgres/tables/users';
import type { Verb } from '#server/platform/mount.ts';
import { countAttempt, networkOf } from '#server/platform/rate-limits.ts';
import { assertPasswordsEnabled } from './identity/assert-passwords-enabled.ts';
import { resetCodeMail } from './identity/mails.ts';
import { createResetCode } from './identity/reset-codes.ts';
import { sendLater } from './identity/send-later.ts';
import { RESET_BY_ADDRESS, RESET_BY_EMAIL } from './identity/sign-in-limits.ts';

/** Mails a reset code. Responds before looking up the user, so that known and unknown addresses look the same. */
export const resetPassword: Verb<typeof contracts.resetPassword> = async (scope, { email }) => {
  const { config, db, secrets, request } = scope;
  assertPasswordsEnabled(config);
  await countAttempt(db, RESET_BY_ADDRESS, networkOf(request.ip));
  await countAttempt(db, RESET_BY_EMAIL, email);
  sendLater(scope, async () => {
    const code = await db.asSystem(async (tx) => {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
      return user === undefined ? null : createResetCode(tx, secrets, user.id);
    });
    return code === null ? null : resetCodeMail(config.publicUrl, email, code);
  });
  return { ok: true };
};
