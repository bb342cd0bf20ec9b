import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Secrets } from '#server/platform/secrets.ts';

/** Issuer of the tokens that Quarry signs. */
export const OWN_ISSUER = 'quarry';
const AUDIENCE = 'quarry-api';
const LIFETIME_SECONDS = 15 * 60;

// The database refuses texts with NUL.
const id = z.string().regex(/^[\w-]{1,100}$/);
const identityClaims = z.object({ sub: id, sid: id });

export interface IdentityClaims {
  readonly userId: string;
  readonly sessionId: string;
}

const keyOf = (secrets: Secrets): Buffer => secrets.keyFor('identity-token');

/** Signs an identity token that is valid for 15 minutes. `expiresAt` is ISO 8601. */
export async function issueIdentityToken(
  secrets: Secrets,
  { userId, sessionId }: IdentityClaims,
): Promise<{ idToken: string; expiresAt: string }> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + LIFETIME_SECONDS;
  const idToken = await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(OWN_ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(keyOf(secrets));
  return { idToken, expiresAt: new Date(expiresAt * 1000).toISOString() };
}

/** Verifies a token of `issueIdentityToken`; null if it is invalid or has expired. */
export async function readIdentityToken(secrets: Secrets, token: string): Promise<IdentityClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secrets), {
      issuer: OWN_ISSUER,
      audience: AUDIENCE,
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
    });
    const claims = identityClaims.safeParse(payload);
    return claims.success ? { userId: claims.data.sub, sessionId: claims.data.sid } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
