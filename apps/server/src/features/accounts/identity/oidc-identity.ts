import { decodeJwt, errors } from 'jose';
import type { Identity } from '#server/platform/identity.ts';
import type { Platform } from '#server/platform/scope.ts';
import { createBuiltinIdentity, pleaseSignIn } from './builtin-identity.ts';
import { findOidcUser } from './find-oidc-user.ts';
import { OWN_ISSUER } from './identity-token.ts';
import type { OidcIssuer } from './oidc-issuer.ts';
import { signedInUser } from './signed-in-user.ts';

/** The issuer that a token claims; each verifier then checks the claim, with its own keys and algorithms. */
function claimedIssuer(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Accepts tokens of our own sessions, which the code flow ends in, and bearer tokens that the issuer gave out for this API. */
export function createOidcIdentity({ db, secrets }: Pick<Platform, 'db' | 'secrets'>, issuer: OidcIssuer): Identity {
  const own = createBuiltinIdentity({ db, secrets });
  return {
    async authenticate(bearerToken, ip) {
      if (claimedIssuer(bearerToken) === OWN_ISSUER) return own.authenticate(bearerToken, ip);
      const claims = await issuer.verifyBearer(bearerToken);
      const user = claims === null ? null : await findOidcUser(db, claims);
      if (user === null) throw pleaseSignIn();
      return signedInUser(user, null);
    },
  };
}
