import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { users } from '@quarry/postgres/tables/users';
import type { Verb } from '#server/platform/mount.ts';
import { countAttempt, forgetAttempts, forgiveAttempt, networkOf } from '#server/platform/rate-limits.ts';
import { passwordMatches } from './identity/passwords.ts';
import { assertPasswordsApply } from './identity/passwords-apply.ts';
import { answerSignedIn, startSession } from './identity/sessions.ts';
import { openChallenge } from './identity/sign-in-challenges.ts';
import { SIGN_IN_BY_ADDRESS, SIGN_IN_BY_EMAIL } from './identity/sign-in-limits.ts';

/**
 * Signs in with e-mail and password. Attempts are counted before the password is looked at, so that parallel guesses
 * count too; a good one is taken back. Unknown people get the same answer after the same work.
 */
export const signIn: Verb<typeof contracts.signIn> = async (scope, { email, password }) => {
  const { config, db, secrets, request } = scope;
  assertPasswordsApply(config);
  const network = networkOf(request.ip);
  await countAttempt(db, SIGN_IN_BY_ADDRESS, network);
  await countAttempt(db, SIGN_IN_BY_EMAIL, email);
  const user = await db.asSystem(
    async (tx) => {
      const [row] = await tx.select().from(users).where(eq(users.email, email));
      return row;
    },
    { readOnly: true },
  );
  const isRight = await passwordMatches(user?.passwordHash ?? null, password);
  if (user === undefined || !isRight) {
    throw new AppError('INVALID_CREDENTIALS', 'Incorrect email or password.');
  }
  await forgiveAttempt(db, SIGN_IN_BY_ADDRESS, network);
  await forgetAttempts(db, SIGN_IN_BY_EMAIL, email);
  const { temporaryPasswordExpiresAt } = user;
  if (temporaryPasswordExpiresAt !== null && temporaryPasswordExpiresAt <= new Date())
    return { step: 'RESET_PASSWORD' };
  if (user.mustChangePassword) {
    const challenge = await db.asSystem((tx) => openChallenge(tx, secrets, user.id));
    return { step: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED', challenge };
  }
  const session = await db.asSystem((tx) => startSession(tx, secrets, user.id, request.userAgent));
  return answerSignedIn(scope, session);
};
