import { createHmac, randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql, type Transaction } from '@quarry/postgres';
import { signInChallenges } from '@quarry/postgres/tables/sign-in';
import { isSameText } from '#server/platform/is-same-text.ts';
import type { Secrets } from '#server/platform/secrets.ts';

const LIFETIME_MS = 15 * 60 * 1000;

// With the tag, a leaked table is not a list of usable challenges.
const challengeOf = (secrets: Secrets, id: string): string =>
  `${id}.${createHmac('sha256', secrets.keyFor('sign-in-challenge')).update(id).digest('base64url')}`;

/** Creates the challenge for choosing a new password at sign-in, valid for 15 minutes. */
export async function createChallenge(tx: Transaction, secrets: Secrets, userId: string): Promise<string> {
  const id = randomUUID();
  const now = Date.now();
  await tx
    .delete(signInChallenges)
    .where(and(eq(signInChallenges.userId, userId), lt(signInChallenges.expiresAt, new Date(now))));
  await tx.insert(signInChallenges).values({ id, userId, expiresAt: new Date(now + LIFETIME_MS) });
  return challengeOf(secrets, id);
}

const idOf = (secrets: Secrets, challenge: string): string | null => {
  const [id = ''] = challenge.split('.');
  return isSameText(challenge, challengeOf(secrets, id)) ? id : null;
};

const isOpen = (id: string) =>
  and(eq(signInChallenges.id, id), isNull(signInChallenges.usedAt), gt(signInChallenges.expiresAt, sql`now()`));

/** Returns the user's id without using up the challenge; null if it is unknown, redeemed or expired. */
export async function findChallengeUser(tx: Transaction, secrets: Secrets, challenge: string): Promise<string | null> {
  const id = idOf(secrets, challenge);
  if (id === null) return null;
  const [row] = await tx.select({ userId: signInChallenges.userId }).from(signInChallenges).where(isOpen(id));
  return row?.userId ?? null;
}

/** Uses up the challenge. Of two parallel callers only one gets true. */
export async function redeemChallenge(tx: Transaction, secrets: Secrets, challenge: string): Promise<boolean> {
  const id = idOf(secrets, challenge);
  if (id === null) return false;
  const redeemed = await tx
    .update(signInChallenges)
    .set({ usedAt: sql`now()` })
    .where(isOpen(id))
    .returning({ id: signInChallenges.id });
  return redeemed.length === 1;
}
