import type * as contracts from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { sessions } from '@quarry/postgres/tables/sign-in';
import { users } from '@quarry/postgres/tables/users';
import { recordAudit } from '#server/platform/audit.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { PublicScope } from '#server/platform/scope.ts';
import { unauthenticated } from './identity/builtin-identity.ts';
import { hashRefreshToken, nextRefreshToken, sessionOfRefreshToken } from './identity/refresh-token.ts';
import { answerSignedIn, type OpenSession, REFRESH_COOKIE, revokeSession, sessionExpiry } from './identity/sessions.ts';

/** How long the previous token still works, for parallel tabs and lost responses. */
const GRACE_MS = 60_000;

async function revokeStolen(
  tx: Transaction,
  scope: PublicScope,
  session: { id: string; userId: string },
): Promise<void> {
  await revokeSession(tx, session.id);
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, session.userId));
  await recordAudit(tx, {
    clientId: null,
    actorUserId: session.userId,
    actor: user?.email ?? session.userId,
    action: 'session.revoked-after-reuse',
    target: session.id,
    before: null,
    after: null,
    requestId: scope.request.id,
  });
}

async function renew(
  tx: Transaction,
  scope: PublicScope,
  sessionId: string,
  token: string,
): Promise<OpenSession | null> {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for('update');
  const now = new Date();
  if (session === undefined || session.revokedAt !== null || session.expiresAt <= now) return null;
  const { userId } = session;
  const tokenHash = hashRefreshToken(token);
  const refreshToken = nextRefreshToken(scope.secrets, sessionId, token);
  if (tokenHash === session.refreshTokenHash) {
    const expiresAt = sessionExpiry(session.createdAt, now);
    await tx
      .update(sessions)
      .set({
        refreshTokenHash: hashRefreshToken(refreshToken),
        previousRefreshTokenHash: tokenHash,
        refreshedAt: now,
        expiresAt,
      })
      .where(eq(sessions.id, sessionId));
    return { sessionId, userId, refreshToken, expiresAt };
  }
  const age = session.refreshedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - session.refreshedAt.getTime();
  if (tokenHash === session.previousRefreshTokenHash && age <= GRACE_MS) {
    return { sessionId, userId, refreshToken, expiresAt: session.expiresAt };
  }
  await revokeStolen(tx, scope, session);
  return null;
}

/**
 * Renews the identity token and replaces the refresh token. Reuse of a token replaced a while ago means it was stolen:
 * the session ends.
 */
export const refreshSession: Verb<typeof contracts.refreshSession> = async (scope) => {
  const token = scope.request.cookie(REFRESH_COOKIE);
  const sessionId = token === undefined ? null : sessionOfRefreshToken(scope.secrets, token);
  const session =
    token === undefined || sessionId === null
      ? null
      : await scope.db.asSystem((tx) => renew(tx, scope, sessionId, token));
  if (session === null) {
    if (token !== undefined) scope.request.clearCookie(REFRESH_COOKIE);
    throw unauthenticated();
  }
  return answerSignedIn(scope, session);
};
