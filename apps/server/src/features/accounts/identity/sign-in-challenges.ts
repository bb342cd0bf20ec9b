import { createHmac, randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql, type Transaction } from '@quarry/postgres';
import { signInChallenges } from '@quarry/postgres/tables/sign-in';
import type { Secrets } from '#server/platform/secrets.ts';
import { isSameText } from './refresh-token.ts';

const LIFETIME_MS = 15 * 60 * 1000;

// The tag keeps a leaked table from being a list of usable challenges.
const challengeOf = (secrets: Secrets, id: string): string =>
  `${id}.${createHmac('sha256', secrets.keyFor('sign-in-challenge')).update(id).digest('base64url')}`;

/** Opens the second step of a sign-in that asks for a new password; the text that the caller sends back lives 15 minutes. */
export async function openChallenge(tx: Transaction, secrets: Secrets, userId: string): Promise<string> {
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

/** The person of an open challenge, without using it up; null when it is unknown, used or too old. */
export async function findChallenged(tx: Transaction, secrets: Secrets, challenge: string): Promise<string | null> {
  const id = idOf(secrets, challenge);
  if (id === null) return null;
  const [row] = await tx.select({ userId: signInChallenges.userId }).from(signInChallenges).where(isOpen(id));
  return row?.userId ?? null;
}

/** Uses the challenge up. Of two callers at once only one gets true. */
export async function useChallenge(tx: Transaction, secrets: Secrets, challenge: string): Promise<boolean> {
  const id = idOf(secrets, challenge);
  if (id === null) return false;
  const used = await tx
    .update(signInChallenges)
    .set({ usedAt: sql`now()` })
    .where(isOpen(id))
    .returning({ id: signInChallenges.id });
  return used.length === 1;
}
