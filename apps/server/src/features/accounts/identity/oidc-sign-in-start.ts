import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isSameText } from '#server/platform/is-same-text.ts';
import type { RequestFacts } from '#server/platform/scope.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/** Cookie that ties a sign-in at the provider to the browser that started it. */
export const OIDC_COOKIE = 'quarry_oidc';
const LIFETIME_MS = 10 * 60 * 1000;

export interface OidcSignInStart {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly codeChallenge: string;
}

/**
 * Derives everything from the browser's secret and the state, `expiry.random.tag`, so that nothing is stored and several
 * tabs can sign in at once.
 */
function derive(secrets: Secrets, browser: string, expiresAt: string, random: string): OidcSignInStart {
  const mac = (part: string): string =>
    createHmac('sha256', secrets.keyFor('oidc-sign-in'))
      .update(`${part}\n${browser}\n${expiresAt}\n${random}`)
      .digest('base64url');
  const codeVerifier = mac('verifier');
  return {
    state: `${expiresAt}.${random}.${mac('state')}`,
    nonce: mac('nonce'),
    codeVerifier,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  };
}

/** Starts a sign-in at the provider. The browser keeps its secret, or gets a new one, for ten minutes. */
export function beginOidcSignIn(secrets: Secrets, request: RequestFacts): OidcSignInStart {
  const browser = request.cookie(OIDC_COOKIE) ?? randomBytes(32).toString('base64url');
  const expires = new Date(Date.now() + LIFETIME_MS);
  request.setCookie(OIDC_COOKIE, browser, expires);
  return derive(secrets, browser, String(expires.getTime()), randomBytes(16).toString('base64url'));
}

/** Restores the sign-in from `state`; null unless this browser started it in the last ten minutes. */
export function resumeOidcSignIn(secrets: Secrets, request: RequestFacts, state: string): OidcSignInStart | null {
  const browser = request.cookie(OIDC_COOKIE);
  const [expiresAt = '', random = ''] = state.split('.');
  if (browser === undefined || !(Number(expiresAt) > Date.now())) return null;
  const start = derive(secrets, browser, expiresAt, random);
  return isSameText(state, start.state) ? start : null;
}

/** The redirect URI, which must be registered at the provider. */
export const oidcRedirectUri = (publicUrl: string): string => `${publicUrl}/login/callback`;
