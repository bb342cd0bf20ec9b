import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { sessionOfRefreshToken } from './identity/refresh-token.ts';
import { REFRESH_COOKIE, revokeSession } from './identity/sessions.ts';

/** Ends the session of the refresh cookie, if there is one. */
export const signOut: Verb<typeof contracts.signOut> = async ({ db, secrets, request }) => {
  const token = request.cookie(REFRESH_COOKIE);
  const sessionId = token === undefined ? null : sessionOfRefreshToken(secrets, token);
  if (sessionId !== null) await db.asSystem((tx) => revokeSession(tx, sessionId));
  if (token !== undefined) request.clearCookie(REFRESH_COOKIE);
  return { ok: true };
};
