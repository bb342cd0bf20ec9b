import { createHmac, randomInt } from 'node:crypto';
import { and, eq, inArray, lt, sql, type Transaction } from '@quarry/postgres';
import { passwordResetCodes } from '@quarry/postgres/tables/sign-in';
import { users } from '@quarry/postgres/tables/users';
import { isSameText } from '#server/platform/is-same-text.ts';
import type { Secrets } from '#server/platform/secrets.ts';

export const RESET_CODE_MINUTES = 15;
/**
 * No stranger guesses one of 2^39 codes in as many tries. With few, anybody's wrong tries would void the owner's code;
 * those of one network are limited before.
 */
const MAX_TRIES = 500;
const LENGTH = 8;
// Without 0/O and 1/I/L, which look alike. 31^8 is about 2^39 codes.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const codeHmac = (secrets: Secrets, userId: string, code: string): string =>
  createHmac('sha256', secrets.keyFor('password-reset-code')).update(`${userId}\n${code}`).digest('base64url');

const normalise = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();

const isOpen = () => sql`${passwordResetCodes.usedAt} is null and ${passwordResetCodes.expiresAt} > now()`;

/** Creates a code. Earlier ones keep working: anybody can request another one. Stores only its HMAC. */
export async function createResetCode(
  tx: Transaction,
  secrets: Secrets,
  userId: string,
  expiresAt: Date,
): Promise<string> {
  const code = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  await tx.delete(passwordResetCodes).where(and(eq(passwordResetCodes.userId, userId), sql`not (${isOpen()})`));
  await tx.insert(passwordResetCodes).values({ userId, codeHmac: codeHmac(secrets, userId, code), expiresAt });
  return code;
}

/** A code that was entered correctly and can still be redeemed. */
export interface CheckedCode {
  readonly id: string;
  readonly userId: string;
}

/**
 * Compares an entered code without using it up. A wrong one costs a try. Returns null if the code is wrong, expired, used
 * or out of tries, or if there is no such user.
 */
export async function checkResetCode(
  tx: Transaction,
  secrets: Secrets,
  email: string,
  code: string,
): Promise<CheckedCode | null> {
  const ofUser = inArray(
    passwordResetCodes.userId,
    tx.select({ id: users.id }).from(users).where(eq(users.email, email)),
  );
  // Counting before comparing, and only below the limit, keeps parallel tries from exceeding it.
  const counted = await tx
    .update(passwordResetCodes)
    .set({ tries: sql`${passwordResetCodes.tries} + 1` })
    .where(and(ofUser, lt(passwordResetCodes.tries, MAX_TRIES), isOpen()))
    .returning({ id: passwordResetCodes.id, userId: passwordResetCodes.userId, hmac: passwordResetCodes.codeHmac });
  const correct = counted.find(({ userId, hmac }) => isSameText(hmac, codeHmac(secrets, userId, normalise(code))));
  if (correct === undefined) return null;
  await tx
    .update(passwordResetCodes)
    .set({ tries: sql`${passwordResetCodes.tries} - 1` })
    .where(eq(passwordResetCodes.id, correct.id));
  return correct;
}

/** Uses up the code. Of two parallel callers only one gets true. */
export async function redeemResetCode(tx: Transaction, { id }: CheckedCode): Promise<boolean> {
  const redeemed = await tx
    .update(passwordResetCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordResetCodes.id, id), isOpen()))
    .returning({ id: passwordResetCodes.id });
  return redeemed.length === 1;
}
