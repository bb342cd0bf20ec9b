import { createHmac, randomInt } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, sql, type Transaction } from '@quarry/postgres';
import { passwordResetCodes } from '@quarry/postgres/tables/sign-in';
import { users } from '@quarry/postgres/tables/users';
import type { Secrets } from '#server/platform/secrets.ts';
import { isSameText } from './refresh-token.ts';

/** How long a mailed code can be used. */
export const RESET_CODE_MINUTES = 15;
const MAX_TRIES = 5;
const LENGTH = 8;
// No 0/O and no 1/I/L, which people mix up; 31 characters to the power of 8 are about 2^39 codes.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const codeHmac = (secrets: Secrets, userId: string, code: string): string =>
  createHmac('sha256', secrets.keyFor('password-reset-code')).update(`${userId}\n${code}`).digest('base64url');

/** A code as typed, in the form in which it was made: capitals, without blanks and hyphens. */
const normalise = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();

/** Makes a code for the person and closes the earlier ones. Only its HMAC is stored. */
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

/**
 * Tries a code for the e-mail address: counts the try, and uses the code up when it is right. The id of the person
 * then; null when it is wrong, too old, used, tried five times, or when there is no such person.
 */
export async function spendResetCode(
  tx: Transaction,
  secrets: Secrets,
  email: string,
  code: string,
): Promise<string | null> {
  const [open] = await tx
    .select({ id: passwordResetCodes.id, userId: passwordResetCodes.userId })
    .from(passwordResetCodes)
    .innerJoin(users, eq(users.id, passwordResetCodes.userId))
    .where(and(eq(users.email, email), isNull(passwordResetCodes.usedAt), gt(passwordResetCodes.expiresAt, sql`now()`)))
    .orderBy(desc(passwordResetCodes.createdAt))
    .limit(1);
  // The counter rises before the comparison and only below the limit, so parallel tries cannot exceed it.
  const [counted] = await tx
    .update(passwordResetCodes)
    .set({ tries: sql`${passwordResetCodes.tries} + 1` })
    .where(
      and(
        eq(passwordResetCodes.id, open?.id ?? ''),
        lt(passwordResetCodes.tries, MAX_TRIES),
        isNull(passwordResetCodes.usedAt),
      ),
    )
    .returning({ codeHmac: passwordResetCodes.codeHmac });
  const given = codeHmac(secrets, open?.userId ?? '', normalise(code));
  const isRight = isSameText(given, counted?.codeHmac ?? codeHmac(secrets, '', ''));
  if (open === undefined || counted === undefined || !isRight) return null;
  // The counting above holds the row, so of two callers with the right code the second one finds it used.
  await tx.update(passwordResetCodes).set({ usedAt: sql`now()` }).where(eq(passwordResetCodes.id, open.id));
  return open.userId;
}
