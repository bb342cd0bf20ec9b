import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { readIdentityToken } from './identity/identity-token.ts';
import { sessionOfRefreshToken } from './identity/refresh-token.ts';
import { REFRESH_COOKIE, revokeSession } from './identity/sessions.ts';

/** Ends the session of the refresh cookie and that of the identity token, which may be all that the caller has. */
export const signOut: Verb<typeof contracts.signOut> = async ({ db, secrets, request }) => {
  const refreshToken = request.cookie(REFRESH_COOKIE);
  const claims = request.bearerToken === null ? null : await readIdentityToken(secrets, request.bearerToken);
  const sessionIds = [
    refreshToken === undefined ? null : sessionOfRefreshToken(secrets, refreshToken),
    claims?.sessionId ?? null,
  ];
  for (const sessionId of new Set(sessionIds)) {
    if (sessionId !== null) await db.asSystem((tx) => revokeSession(tx, sessionId));
  }
  if (refreshToken !== undefined) request.clearCookie(REFRESH_COOKIE);
  return { ok: true };
};
