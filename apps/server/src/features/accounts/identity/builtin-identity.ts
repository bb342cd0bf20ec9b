import { AppError } from '@quarry/contracts';
import type { Identity } from '#server/platform/identity.ts';
import type { Platform } from '#server/platform/scope.ts';
import { readIdentityToken } from './identity-token.ts';
import { findLiveSession } from './sessions.ts';
import { signedInUser } from './signed-in-user.ts';

/** What a caller without a usable token hears, whatever is wrong with it. */
export const pleaseSignIn = (): AppError => new AppError('UNAUTHENTICATED', 'Please sign in.');

/**
 * Accepts the tokens that Quarry signs itself. The session and the person are read at every request, so that a
 * revoked session and a changed permission count at once.
 */
export function createBuiltinIdentity({ db, secrets }: Pick<Platform, 'db' | 'secrets'>): Identity {
  return {
    async authenticate(bearerToken) {
      const claims = await readIdentityToken(secrets, bearerToken);
      if (claims === null) throw pleaseSignIn();
      const user = await db.asSystem((tx) => findLiveSession(tx, claims), { readOnly: true });
      if (user === null) throw pleaseSignIn();
      return signedInUser(user, claims.sessionId);
    },
  };
}
