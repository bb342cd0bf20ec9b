import { createHmac, randomInt } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, sql, type Transaction } from '@quarry/postgres';
import { passwordResetCodes } from '@quarry/postgres/tables/sign-in';
import { users } from '@quarry/postgres/tables/users';
import type { Secrets } from '#server/platform/secrets.ts';
import { constantTimeEquals } from './refresh-token.ts';

export const RESET_CODE_MINUTES = 15;
const MAX_TRIES = 5;
const LENGTH = 8;
// Without 0/O and 1/I/L, which look alike. 31^8 is about 2^39 codes.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const codeHmac = (secrets: Secrets, userId: string, code: string): string =>
  createHmac('sha256', secrets.keyFor('password-reset-code')).update(`${userId}\n${code}`).digest('base64url');

const normalise = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();

const isOpen = () => and(isNull(passwordResetCodes.usedAt), gt(passwordResetCodes.expiresAt, sql`now()`));

/** Creates a code and voids the user's earlier ones. Stores only its HMAC. */
export async function createResetCode(tx: Transaction, secrets: Secrets, userId: string): Promise<string> {
  const code = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  await tx.delete(passwordResetCodes).where(eq(passwordResetCodes.userId, userId));
  await tx.insert(passwordResetCodes).values({
    userId,
    codeHmac: codeHmac(secrets, userId, code),
    expiresAt: new Date(Date.now() + RESET_CODE_MINUTES * 60_000),
  });
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
  const [openCode] = await tx
    .select({ id: passwordResetCodes.id, userId: passwordResetCodes.userId })
    .from(passwordResetCodes)
    .innerJoin(users, eq(users.id, passwordResetCodes.userId))
    .where(and(eq(users.email, email), isOpen()))
    .orderBy(desc(passwordResetCodes.createdAt))
    .limit(1);
  // Counting before comparing, and only below the limit, keeps parallel tries from exceeding it.
  const [countedCode] = await tx
    .update(passwordResetCodes)
    .set({ tries: sql`${passwordResetCodes.tries} + 1` })
    .where(and(eq(passwordResetCodes.id, openCode?.id ?? ''), lt(passwordResetCodes.tries, MAX_TRIES), isOpen()))
    .returning({ codeHmac: passwordResetCodes.codeHmac });
  const enteredHmac = codeHmac(secrets, openCode?.userId ?? '', normalise(code));
  const isCorrect = constantTimeEquals(enteredHmac, countedCode?.codeHmac ?? codeHmac(secrets, '', ''));
  if (openCode === undefined || countedCode === undefined || !isCorrect) return null;
  await tx
    .update(passwordResetCodes)
    .set({ tries: sql`${passwordResetCodes.tries} - 1` })
    .where(eq(passwordResetCodes.id, openCode.id));
  return openCode;
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
