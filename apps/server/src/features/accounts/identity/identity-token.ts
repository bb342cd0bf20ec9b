import { errors, jwtVerify, SignJWT } from 'jose';
import type { Secrets } from '#server/platform/secrets.ts';

/** Issuer of the tokens that Quarry signs itself. */
export const OWN_ISSUER = 'quarry';
const AUDIENCE = 'quarry-api';
const LIFETIME_SECONDS = 15 * 60;

/** What an identity token says: the person and the session it belongs to. */
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

/** Reads a token that `issueIdentityToken` made; null for any other, changed or expired one. */
export async function readIdentityToken(secrets: Secrets, token: string): Promise<IdentityClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secrets), {
      issuer: OWN_ISSUER,
      audience: AUDIENCE,
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
    });
    const { sub, sid } = payload;
    return typeof sub === 'string' && typeof sid === 'string' ? { userId: sub, sessionId: sid } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
