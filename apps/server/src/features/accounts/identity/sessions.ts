import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@quarry/contracts';
import { and, eq, gt, isNull, lt, ne, sql, type Transaction } from '@quarry/postgres';
import { sessions } from '@quarry/postgres/tables/sign-in';
import { users } from '@quarry/postgres/tables/users';
import type { PublicScope } from '#server/platform/scope.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { type IdentityClaims, issueIdentityToken } from './identity-token.ts';
import { firstRefreshToken, hashRefreshToken } from './refresh-token.ts';
import type { UserFacts } from './signed-in-user.ts';

/** Cookie of the refresh token; sent below /api/auth only. */
export const REFRESH_COOKIE = 'quarry_refresh';

const DAY_MS = 24 * 60 * 60 * 1000;
const IDLE_DAYS = 14;
const MAX_DAYS = 90;

export interface OpenSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly refreshToken: string;
  readonly expiresAt: Date;
}

/** Sessions end after 14 days without use, and after 90 days at the latest. */
export function sessionExpiry(createdAt: Date, now = new Date()): Date {
  return new Date(Math.min(now.getTime() + IDLE_DAYS * DAY_MS, createdAt.getTime() + MAX_DAYS * DAY_MS));
}

/** Starts a session and deletes the user's expired ones. */
export async function startSession(
  tx: Transaction,
  secrets: Secrets,
  userId: string,
  userAgent: string,
): Promise<OpenSession> {
  const sessionId = randomUUID();
  const refreshToken = firstRefreshToken(secrets, sessionId);
  const now = new Date();
  const expiresAt = sessionExpiry(now, now);
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, now)));
  await tx.insert(sessions).values({
    id: sessionId,
    userId,
    refreshTokenHash: hashRefreshToken(refreshToken),
    createdAt: now,
    expiresAt,
    userAgent,
  });
  await tx.update(users).set({ lastSignedInAt: now }).where(eq(users.id, userId));
  return { sessionId, userId, refreshToken, expiresAt };
}

/** Sets the refresh token as a cookie and returns a fresh identity token. */
export async function answerSignedIn(scope: PublicScope, session: OpenSession): Promise<SignedIn> {
  const { idToken, expiresAt } = await issueIdentityToken(scope.secrets, session);
  scope.request.setCookie(REFRESH_COOKIE, session.refreshToken, session.expiresAt);
  return { step: 'DONE', userId: session.userId, idToken, expiresAt, sessionId: session.sessionId };
}

/** The user of a session; null if it has expired or was revoked. */
export async function findLiveSession(
  tx: Transaction,
  { userId, sessionId }: IdentityClaims,
): Promise<UserFacts | null> {
  const [row] = await tx
    .select({ id: users.id, email: users.email, staffPermissions: users.staffPermissions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(users.id, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
      ),
    );
  return row ?? null;
}

export async function revokeSession(tx: Transaction, sessionId: string): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}

/** Ends all sessions of a user except `exceptSessionId`. */
export async function revokeSessionsOf(
  tx: Transaction,
  userId: string,
  exceptSessionId: string | null = null,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        exceptSessionId === null ? undefined : ne(sessions.id, exceptSessionId),
      ),
    );
}
