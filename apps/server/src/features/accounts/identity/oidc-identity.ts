import { decodeJwt, errors } from 'jose';
import type { Identity } from '#server/platform/identity.ts';
import type { Platform } from '#server/platform/scope.ts';
import { createBuiltinIdentity, unauthenticated } from './builtin-identity.ts';
import { findOidcUser } from './find-oidc-user.ts';
import { OWN_ISSUER } from './identity-token.ts';
import type { OidcIssuer } from './oidc-issuer.ts';
import { signedInUser } from './signed-in-user.ts';

/** The unverified issuer of a token, which only selects the verifier that checks it. */
function claimedIssuer(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Accepts tokens of Quarry sessions, which the code flow starts, and the issuer's bearer tokens for this API. */
export function createOidcIdentity({ db, secrets }: Pick<Platform, 'db' | 'secrets'>, issuer: OidcIssuer): Identity {
  const builtin = createBuiltinIdentity({ db, secrets });
  return {
    async authenticate(bearerToken, ip) {
      if (claimedIssuer(bearerToken) === OWN_ISSUER) return builtin.authenticate(bearerToken, ip);
      const claims = await issuer.verifyBearer(bearerToken);
      const user = claims === null ? null : await findOidcUser(db, claims);
      if (user === null) throw unauthenticated();
      return signedInUser(user, null);
    },
  };
}
