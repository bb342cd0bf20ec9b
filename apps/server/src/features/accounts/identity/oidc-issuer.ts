import { AppError } from '@quarry/contracts';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { type CacheOwner, defineCache } from '#server/platform/caches.ts';
import type { Config } from '#server/platform/config.ts';

type OidcConfig = NonNullable<Config['oidc']>;

// Asymmetric only: with a shared-key algorithm in the list, the issuer's public key would do as a secret.
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
const tokenAnswer = z.object({ id_token: z.string() });

/** What a verified token of the issuer says of a person. */
export interface OidcClaims {
  readonly subject: string;
  /** Lower case; null unless the issuer says that it has verified the address. */
  readonly verifiedEmail: string | null;
}

/** An external identity provider. */
export interface OidcIssuer {
  /** The address that starts the code flow (RFC 6749 section 4.1, with PKCE S256 of RFC 7636). */
  authorizeUrl(start: { redirectUri: string; state: string; nonce: string; codeChallenge: string }): Promise<string>;
  /** Exchanges a code and verifies the id token. Throws UNAUTHENTICATED when the issuer or the token refuses. */
  exchange(answer: { code: string; redirectUri: string; nonce: string; codeVerifier: string }): Promise<OidcClaims>;
  /** Verifies a bearer token of the issuer for this API; null for any other token. */
  verifyBearer(token: string): Promise<OidcClaims | null>;
}

interface Discovered {
  readonly document: z.infer<typeof discoveryDocument>;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}

const refused = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The identity provider did not confirm the sign-in. Please try again.');
const unreachable = (cause: unknown): Error => {
  const error = new AppError('UNAVAILABLE', 'The identity provider can not be reached just now. Please try again.');
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
  if (typeof sub !== 'string' || sub === '') return null;
  const verifiedEmail =
    typeof email === 'string' && (isVerified === true || isVerified === 'true') ? email.trim().toLowerCase() : null;
  return { subject: sub, verifiedEmail };
}

/** Connects to an issuer; it is asked for its addresses and keys at the first use. */
function openOidcIssuer(oidc: OidcConfig): OidcIssuer {
  let known: Promise<Discovered> | null = null;

  async function discover(): Promise<Discovered> {
    const response = await fetchFromIssuer(`${oidc.issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`);
    if (!response.ok) throw unreachable(new Error(`The discovery document answered ${response.status}`));
    const document = await readJson(response, discoveryDocument);
    // A document that speaks for another issuer is not this issuer's (OpenID Connect Discovery 1.0 section 4.3).
    if (document.issuer.replace(/\/+$/, '') !== oidc.issuer.replace(/\/+$/, '')) {
      throw unreachable(new Error(`The discovery document names the issuer ${document.issuer}`));
    }
    return { document, keys: createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: TIMEOUT_MS }) };
  }

  async function discovered(): Promise<Discovered> {
    known ??= discover();
    try {
      return await known;
    } catch (error) {
      known = null;
      throw error;
    }
  }

  async function verify(token: string, audience: string): Promise<JWTPayload | null> {
    const { document, keys } = await discovered();
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
    // Both halves are form-encoded before they are joined (RFC 6749 section 2.3.1).
    const pair = [clientId, clientSecret]
      .map((half) => new URLSearchParams({ half }).toString().slice('half='.length))
      .join(':');
    return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }, fields: {} };
  }

  return {
    async authorizeUrl({ redirectUri, state, nonce, codeChallenge }) {
      const { document } = await discovered();
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
      const { document } = await discovered();
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
      const { id_token: idToken } = await readJson(response, tokenAnswer);
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

const openIssuers = defineCache(() => new Map<OidcConfig, OidcIssuer>());

/** The issuer of a configuration; one per platform, so that its keys are fetched once. */
export function oidcIssuer(owner: CacheOwner, oidc: OidcConfig): OidcIssuer {
  const open = openIssuers(owner);
  const issuer = open.get(oidc) ?? openOidcIssuer(oidc);
  open.set(oidc, issuer);
  return issuer;
}
