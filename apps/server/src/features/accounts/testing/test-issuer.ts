import { createHash, randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** Differences from a valid bearer token. */
interface Signing {
  readonly alg?: string;
  readonly kid?: string;
  readonly key?: GenerateKeyPairResult['privateKey'];
  readonly audience?: string;
  readonly by?: string;
  readonly expires?: string;
}

/** Quarry's registration at the issuer. */
export const REGISTERED = {
  clientId: 'quarry-web',
  clientSecret: 's3cret:with/odd characters',
  redirectUri: 'http://quarry.test/login/callback',
  audience: 'https://api.quarry.test',
} as const;

/** A small OIDC provider on 127.0.0.1 that validates requests. */
export interface TestIssuer {
  readonly url: string;
  readonly rsa: GenerateKeyPairResult;
  readonly ec: GenerateKeyPairResult;
  keyRequests(): number;
  sign(payload: JWTPayload, signing?: Signing): Promise<string>;
  /** Signs in for an authorize URL and returns the code. */
  signIn(search: URLSearchParams, claims: JWTPayload): string;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function listenLocally(listener: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function startTestIssuer(): Promise<TestIssuer> {
  const rsa = await generateKeyPair('RS256', { extractable: true });
  const ec = await generateKeyPair('ES256', { extractable: true });
  const grants = new Map<string, { challenge: string; nonce: string; claims: JWTPayload }>();
  let keyRequests = 0;
  let url = '';

  const sign: TestIssuer['sign'] = (payload, signing = {}) => {
    const {
      alg = 'RS256',
      kid = 'rsa',
      key = rsa.privateKey,
      audience = REGISTERED.audience,
      expires = '5m',
    } = signing;
    return new SignJWT(payload)
      .setProtectedHeader({ alg, kid })
      .setIssuer(signing.by ?? url)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key);
  };

  async function answerToken(form: URLSearchParams, authorization: string | undefined): Promise<object | null> {
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const { clientId, clientSecret, redirectUri } = REGISTERED;
    const pair = [clientId, clientSecret].map((half) => encodeURIComponent(half).replaceAll('%20', '+')).join(':');
    const isClient = authorization === `Basic ${Buffer.from(pair).toString('base64')}`;
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const isForUs = form.get('redirect_uri') === redirectUri && form.get('grant_type') === 'authorization_code';
    if (grant === undefined || !isClient || !isForUs || challenge !== grant.challenge) return null;
    const idToken = await sign({ nonce: grant.nonce, ...grant.claims }, { audience: clientId });
    return { token_type: 'Bearer', access_token: 'opaque', id_token: idToken };
  }

  async function answer(path: string, body: string, authorization: string | undefined): Promise<object | null> {
    if (path === '/token') return answerToken(new URLSearchParams(body), authorization);
    if (path === '/.well-known/openid-configuration') {
      return {
        issuer: url,
        authorization_endpoint: `${url}/authorize?tenant=1`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
      };
    }
    keyRequests++;
    const [rsaKey, ecKey] = await Promise.all([exportJWK(rsa.publicKey), exportJWK(ec.publicKey)]);
    return { keys: [Object.assign(rsaKey, { kid: 'rsa' }), Object.assign(ecKey, { kid: 'ec' })] };
  }

  const server = await listenLocally((request, response) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      answer(request.url ?? '', body, request.headers.authorization).then(
        (json) => send(json === null ? 400 : 200, json ?? { error: 'invalid_grant' }),
        () => send(500, {}),
      );
    });
  });
  url = server.url;

  return {
    url,
    rsa,
    ec,
    keyRequests: () => keyRequests,
    sign,
    signIn(search, claims) {
      const code = randomBytes(8).toString('hex');
      grants.set(code, { challenge: search.get('code_challenge') ?? '', nonce: search.get('nonce') ?? '', claims });
      return code;
    },
    close: () => server.close(),
  };
}
