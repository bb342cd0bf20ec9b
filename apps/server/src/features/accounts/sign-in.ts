import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { users } from '@quarry/postgres/tables/users';
import type { Verb } from '#server/platform/mount.ts';
import { assertPasswordsEnabled } from './identity/assert-passwords-enabled.ts';
import { countTry } from './identity/count-try.ts';
import { mayHaveAccess } from './identity/demo-users.ts';
import { rememberDevice } from './identity/device-cookie.ts';
import { passwordMatches } from './identity/passwords.ts';
import { answerSignedIn, startSession } from './identity/sessions.ts';
import { createChallenge } from './identity/sign-in-challenges.ts';
import { PASSWORD_TRIES } from './identity/sign-in-limits.ts';

/** Signs in with e-mail and password. Unknown users get the same response after the same work. */
export const signIn: Verb<typeof contracts.signIn> = async (scope, { email, password }) => {
  const { config, db, secrets, request } = scope;
  assertPasswordsEnabled(config);
  const counted = await countTry(scope, PASSWORD_TRIES, email);
  const user = await db.asSystem(
    async (tx) => {
      const [row] = await tx.select().from(users).where(eq(users.email, email));
      return row;
    },
    { readOnly: true },
  );
  const passwordHash = mayHaveAccess(email, config) ? user?.passwordHash : null;
  const isCorrect = await passwordMatches(passwordHash ?? null, password);
  if (user === undefined || !isCorrect) {
    throw new AppError('INVALID_CREDENTIALS', 'Incorrect email or password.');
  }
  await counted.succeeded();
  const { temporaryPasswordExpiresAt } = user;
  if (temporaryPasswordExpiresAt !== null && temporaryPasswordExpiresAt <= new Date())
    return { step: 'RESET_PASSWORD' };
  if (user.mustChangePassword) {
    const challenge = await db.asSystem((tx) => createChallenge(tx, secrets, user.id));
    return { step: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED', challenge };
  }
  const session = await db.asSystem((tx) => startSession(tx, secrets, user.id, request.userAgent));
  rememberDevice(secrets, request, email);
  return answerSignedIn(scope, session);
};
