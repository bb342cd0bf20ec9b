import { AppError } from '@quarry/contracts';
import type { Identity } from '#server/platform/identity.ts';
import type { Platform } from '#server/platform/scope.ts';
import { readIdentityToken } from './identity-token.ts';
import { findLiveSession } from './sessions.ts';
import { signedInUser } from './signed-in-user.ts';

/** The same error for every unusable token, whatever is wrong with it. */
export const unauthenticated = (): AppError => new AppError('UNAUTHENTICATED', 'Please sign in.');

/**
 * Accepts the tokens that Quarry signs. Reads session and user on every request, so that revoked sessions and changed
 * permissions take effect at once.
 */
export function createBuiltinIdentity({ db, secrets }: Pick<Platform, 'db' | 'secrets'>): Identity {
  return {
    async authenticate(bearerToken) {
      const claims = await readIdentityToken(secrets, bearerToken);
      if (claims === null) throw unauthenticated();
      const user = await db.withShare(claims.userId).asSystem((tx) => findLiveSession(tx, claims), { readOnly: true });
      if (user === null) throw unauthenticated();
      return signedInUser(user, claims.sessionId);
    },
  };
}
