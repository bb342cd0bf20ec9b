import { AppError } from '@quarry/contracts';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { type CacheOwner, defineCache } from '#server/platform/caches.ts';
import type { Config } from '#server/platform/config.ts';

type OidcConfig = NonNullable<Config['oidc']>;

// Asymmetric only: with a shared-key algorithm, the issuer's public key would pass as the secret.
const ALGORITHMS = ['RS256', 'ES256', 'PS256', 'EdDSA'];
const TIMEOUT_MS = 10_000;
const CLOCK_TOLERANCE_SECONDS = 10;

const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});
const tokenResponse = z.object({ id_token: z.string() });

export interface OidcClaims {
  readonly subject: string;
  /** Lower case; null unless the issuer has verified the address. */
  readonly verifiedEmail: string | null;
}

export interface OidcIssuer {
  /** The URL that starts the code flow (RFC 6749 section 4.1, with PKCE S256 of RFC 7636). */
  authorizeUrl(start: { redirectUri: string; state: string; nonce: string; codeChallenge: string }): Promise<string>;
  /** Exchanges a code and verifies the id token. Throws UNAUTHENTICATED if the code or the token is invalid. */
  exchange(callback: { code: string; redirectUri: string; nonce: string; codeVerifier: string }): Promise<OidcClaims>;
  /** Verifies a bearer token for this API; null if it is invalid. */
  verifyBearer(token: string): Promise<OidcClaims | null>;
}

interface Discovery {
  readonly document: z.infer<typeof discoveryDocument>;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}

const refused = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The identity provider did not confirm the sign-in. Please try again.');
const unreachable = (cause: unknown): Error => {
  const error = new AppError('UNAVAILABLE', 'The identity provider cannot be reached right now. Please try again.');
  error.cause = cause;
  return error;
};

async function fetchFromIssuer(url: string, request: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw unreachable(error);
  }
}

async function readJson<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  try {
    return schema.parse(await response.json());
  } catch (error) {
    throw unreachable(error);
  }
}

function claimsOf(payload: JWTPayload): OidcClaims | null {
  const { sub, email, email_verified: isVerified } = payload;
  // The database refuses texts with NUL.
  if (typeof sub !== 'string' || sub === '' || sub.includes('\0')) return null;
  const verifiedEmail =
    typeof email === 'string' && !email.includes('\0') && (isVerified === true || isVerified === 'true')
      ? email.trim().toLowerCase()
      : null;
  return { subject: sub, verifiedEmail };
}

/** Fetches the issuer's endpoints and keys on first use. */
function openOidcIssuer(oidc: OidcConfig): OidcIssuer {
  let discovery: Promise<Discovery> | null = null;

  async function discover(): Promise<Discovery> {
    const response = await fetchFromIssuer(`${oidc.issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`);
    if (!response.ok) throw unreachable(new Error(`The discovery document answered ${response.status}`));
    const document = await readJson(response, discoveryDocument);
    // A document that names another issuer must be rejected (OpenID Connect Discovery 1.0 section 4.3).
    if (document.issuer.replace(/\/+$/, '') !== oidc.issuer.replace(/\/+$/, '')) {
      throw unreachable(new Error(`The discovery document names the issuer ${document.issuer}`));
    }
    return { document, keys: createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: TIMEOUT_MS }) };
  }

  async function discoverOnce(): Promise<Discovery> {
    discovery ??= discover();
    try {
      return await discovery;
    } catch (error) {
      discovery = null;
      throw error;
    }
  }

  async function verify(token: string, audience: string): Promise<JWTPayload | null> {
    const { document, keys } = await discoverOnce();
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: document.issuer,
        audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) throw unreachable(error);
      if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') return null;
      throw unreachable(error);
    }
  }

  function clientAuthentication(methods: readonly string[]): {
    headers: Record<string, string>;
    fields: Record<string, string>;
  } {
    const { clientId, clientSecret } = oidc;
    if (clientSecret === null) return { headers: {}, fields: { client_id: clientId } };
    if (!methods.includes('client_secret_basic') && methods.includes('client_secret_post')) {
      return { headers: {}, fields: { client_id: clientId, client_secret: clientSecret } };
    }
    // Both parts are form-encoded before joining (RFC 6749 section 2.3.1).
    const pair = [clientId, clientSecret]
      .map((half) => new URLSearchParams({ half }).toString().slice('half='.length))
      .join(':');
    return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }, fields: {} };
  }

  return {
    async authorizeUrl({ redirectUri, state, nonce, codeChallenge }) {
      const { document } = await discoverOnce();
      const url = new URL(document.authorization_endpoint);
      const parameters = {
        response_type: 'code',
        client_id: oidc.clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },
    async exchange({ code, redirectUri, nonce, codeVerifier }) {
      const { document } = await discoverOnce();
      const { headers, fields } = clientAuthentication(document.token_endpoint_auth_methods_supported);
      const response = await fetchFromIssuer(document.token_endpoint, {
        method: 'POST',
        headers: { accept: 'application/json', ...headers },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          code_verifier: codeVerifier,
          ...fields,
        }),
      });
      if (response.status >= 500) throw unreachable(new Error(`The token endpoint answered ${response.status}`));
      if (!response.ok) throw refused();
      const { id_token: idToken } = await readJson(response, tokenResponse);
      const payload = await verify(idToken, oidc.clientId);
      const claims = payload === null ? null : claimsOf(payload);
      const isForUs = payload?.azp === undefined || payload.azp === oidc.clientId;
      if (payload === null || claims === null || payload.nonce !== nonce || !isForUs) throw refused();
      return claims;
    },
    async verifyBearer(token) {
      const payload = await verify(token, oidc.audience);
      return payload === null ? null : claimsOf(payload);
    },
  };
}

const issuerCache = defineCache(() => new Map<OidcConfig, OidcIssuer>());

/** Returns the issuer, one per platform, so that its keys are fetched once. */
export function oidcIssuer(owner: CacheOwner, oidc: OidcConfig): OidcIssuer {
  const issuers = issuerCache(owner);
  const issuer = issuers.get(oidc) ?? openOidcIssuer(oidc);
  issuers.set(oidc, issuer);
  return issuer;
}
