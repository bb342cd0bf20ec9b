import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  authConfig,
  changePassword,
  exchangeOidcCode,
  getUser,
  refreshSession,
  resetPassword,
  signIn,
  signOut,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { users } from '@quarry/postgres/tables/users';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueIdentityToken } from './identity/identity-token.ts';
import { addUser, GOOD_PASSWORD } from './test-kit/people.ts';
import { openTestApp, type TestApp } from './test-kit/test-app.ts';
import type { TestBrowser } from './test-kit/test-browser.ts';

const CLIENT_ID = 'quarry-web';
const CLIENT_SECRET = 's3cret:with/odd characters';
const AUDIENCE = 'https://api.quarry.test';

interface Grant {
  challenge: string;
  nonce: string;
  claims: JWTPayload;
}

let server: Server;
let issuer: string;
let world: TestApp;
let keyRequests = 0;
const grants = new Map<string, Grant>();
const rsa = await generateKeyPair('RS256', { extractable: true });
const ec = await generateKeyPair('ES256', { extractable: true });
const strangerKeys = await generateKeyPair('RS256');

function sign(
  payload: JWTPayload,
  { alg = 'RS256', kid = 'rsa', key = rsa.privateKey, audience = AUDIENCE, by = issuer, expires = '5m' } = {},
) {
  return new SignJWT(payload)
    .setProtectedHeader({ alg, kid })
    .setIssuer(by)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(key);
}

async function answerToken(form: URLSearchParams, authorization: string | undefined): Promise<object | null> {
  const grant = grants.get(form.get('code') ?? '');
  grants.delete(form.get('code') ?? '');
  const pair = [CLIENT_ID, CLIENT_SECRET].map((half) => encodeURIComponent(half).replaceAll('%20', '+')).join(':');
  const isClient = authorization === `Basic ${Buffer.from(pair).toString('base64')}`;
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const isForUs =
    form.get('redirect_uri') === 'http://quarry.test/login/callback' && form.get('grant_type') === 'authorization_code';
  if (grant === undefined || !isClient || !isForUs || challenge !== grant.challenge) return null;
  return {
    token_type: 'Bearer',
    access_token: 'opaque',
    id_token: await sign({ nonce: grant.nonce, ...grant.claims }, { audience: CLIENT_ID }),
  };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.url === '/.well-known/openid-configuration') {
      send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize?tenant=1`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      });
    } else if (request.url === '/keys') {
      keyRequests++;
      Promise.all([exportJWK(rsa.publicKey), exportJWK(ec.publicKey)]).then(
        ([rsaKey, ecKey]) =>
          send(200, {
            keys: [
              { ...rsaKey, kid: 'rsa' },
              { ...ecKey, kid: 'ec' },
            ],
          }),
        () => send(500, {}),
      );
    } else if (request.url === '/token') {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        answerToken(new URLSearchParams(body), request.headers.authorization).then(
          (answer) => send(answer === null ? 400 : 200, answer ?? { error: 'invalid_grant' }),
          () => send(500, {}),
        );
      });
    } else send(404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world = await openTestApp({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    OIDC_AUDIENCE: AUDIENCE,
  });
});
afterAll(async () => {
  await world.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function begin(browser: TestBrowser): Promise<URLSearchParams> {
  const { body } = await browser.call(authConfig);
  expect(body.provider).toBe('oidc');
  const url = new URL(body.authorizeUrl);
  expect(url.origin + url.pathname).toBe(`${issuer}/authorize`);
  return url.searchParams;
}

/** What the provider does when somebody signs in there: a code that belongs to the address it was called with. */
function signInThere(search: URLSearchParams, claims: JWTPayload): string {
  const code = randomBytes(8).toString('hex');
  grants.set(code, { challenge: search.get('code_challenge') ?? '', nonce: search.get('nonce') ?? '', claims });
  return code;
}

let people = 0;
const newEmail = () => `outside${++people}@north.test`;

describe('the code flow', () => {
  test('ends in a session of our own, which is renewed and ended like any other', async () => {
    const email = newEmail();
    const userId = await addUser(world.db, email, { password: null });
    const browser = world.browser();
    const search = await begin(browser);
    expect(Object.fromEntries(search)).toMatchObject({
      tenant: '1',
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: 'http://quarry.test/login/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    const code = signInThere(search, { sub: `sub-${email}`, email: email.toUpperCase(), email_verified: true });
    const answer = await browser.call(exchangeOidcCode, { code, state: search.get('state') ?? '' });
    expect(answer.body).toMatchObject({ step: 'DONE', next: '/app' });
    expect((await browser.call(getUser)).body.user).toMatchObject({ userId, email });
    expect((await browser.call(refreshSession)).status).toBe(200);
    await browser.call(signOut);
    expect((await browser.call(getUser)).status).toBe(401);
    const [row] = await world.db.asSystem((tx) => tx.select().from(users).where(eq(users.id, userId)));
    expect(row?.oidcSubject).toBe(`sub-${email}`);
    const trail = await world.db.asSystem((tx) => tx.select().from(auditLog).where(eq(auditLog.actorUserId, userId)));
    expect(trail).toMatchObject([{ action: 'user.linked-to-identity-provider' }]);
  });

  test('lets two tabs of one browser sign in at once', async () => {
    const email = newEmail();
    await addUser(world.db, email, { password: null });
    const browser = world.browser();
    const [first, second] = [await begin(browser), await begin(browser)];
    expect(first.get('state')).not.toBe(second.get('state'));
    const tab = browser.copy();
    for (const [where, search] of [
      [browser, first],
      [tab, second],
    ] as const) {
      const code = signInThere(search, { sub: 'two-tabs', email, email_verified: true });
      expect((await where.call(exchangeOidcCode, { code, state: search.get('state') ?? '' })).status).toBe(200);
    }
  });

  test('refuses what began in another browser, was changed, or does not carry the nonce', async () => {
    const email = newEmail();
    await addUser(world.db, email, { password: null });
    const claims = { sub: 'careful', email, email_verified: true };
    const browser = world.browser();
    const search = await begin(browser);
    const state = search.get('state') ?? '';
    const refuses = async (where: TestBrowser, code: string, withState: string) =>
      expect((await where.call(exchangeOidcCode, { code, state: withState })).body.errorCode).toBe('UNAUTHENTICATED');
    await refuses(world.browser(), signInThere(search, claims), state);
    const other = world.browser();
    await begin(other);
    await refuses(other, signInThere(search, claims), state);
    await refuses(browser, signInThere(search, claims), `${state}x`);
    await refuses(browser, signInThere(search, claims), `${Date.now() + 1e9}.${state.split('.').slice(1).join('.')}`);
    await refuses(browser, 'no such code', state);
    await refuses(browser, signInThere(search, { ...claims, nonce: 'of another sign-in' }), state);
    await refuses(browser, signInThere(search, { ...claims, azp: 'another client' }), state);
    // A code that was stolen and put into a sign-in of one's own fails on the verifier.
    await refuses(browser, signInThere(await begin(world.browser()), claims), state);
  });

  test('knows nobody who was not invited, nor an address that is not verified or belongs to another subject', async () => {
    const email = newEmail();
    await addUser(world.db, email, { password: null });
    const attempt = async (claims: JWTPayload) => {
      const browser = world.browser();
      const search = await begin(browser);
      return browser.call(exchangeOidcCode, { code: signInThere(search, claims), state: search.get('state') ?? '' });
    };
    expect((await attempt({ sub: 'new', email: 'uninvited@north.test', email_verified: true })).status).toBe(403);
    expect((await attempt({ sub: 'unverified', email })).status).toBe(403);
    expect((await attempt({ sub: 'unverified', email, email_verified: false })).status).toBe(403);
    expect((await attempt({ sub: 'first', email, email_verified: true })).status).toBe(200);
    expect((await attempt({ sub: 'second', email, email_verified: true })).status).toBe(403);
    // Once linked, the subject alone decides, whatever becomes of the address.
    expect((await attempt({ sub: 'first', email: 'renamed@north.test' })).status).toBe(200);
  });
});

describe('a bearer token of the issuer', () => {
  test('is accepted for this API and matched to a person', async () => {
    const email = newEmail();
    await addUser(world.db, email, { password: null });
    const browser = world.browser();
    browser.idToken = await sign({ sub: 'bearer', email, email_verified: true });
    expect((await browser.call(getUser)).body.user.email).toBe(email);
    browser.idToken = await sign({ sub: 'bearer' }, { alg: 'ES256', kid: 'ec', key: ec.privateKey });
    expect((await browser.call(getUser)).body.user.email).toBe(email);
    expect(keyRequests).toBe(1);
  });

  test('is refused from another issuer or key, for another audience, expired, unsigned, and with the public key as a secret', async () => {
    const email = newEmail();
    const userId = await addUser(world.db, email, { password: null });
    const claims = { sub: 'refused', email, email_verified: true };
    const browser = world.browser();
    const publicKey = new TextEncoder().encode(await exportSPKI(rsa.publicKey));
    const hmacSigned = (by: string, audience: string) =>
      new SignJWT({ ...claims, sid: 'x' })
        .setProtectedHeader({ alg: 'HS256', kid: 'rsa' })
        .setIssuer(by)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(publicKey);
    const bad = [
      await sign(claims, { by: 'https://issuer.elsewhere.test' }),
      await sign(claims, { key: strangerKeys.privateKey }),
      await sign(claims, { kid: 'unknown' }),
      await sign(claims, { audience: 'another-api' }),
      await sign(claims, { expires: '-1m' }),
      await hmacSigned(issuer, AUDIENCE),
      await hmacSigned('quarry', 'quarry-api'),
      new UnsecuredJWT(claims).setIssuer(issuer).setAudience(AUDIENCE).setIssuedAt().setExpirationTime('5m').encode(),
      await sign({ sub: userId, sid: 'x' }, { by: 'quarry', audience: 'quarry-api' }),
      (await issueIdentityToken(world.platform.secrets, { userId, sessionId: 'never-begun' })).idToken,
      'nonsense',
    ];
    for (const token of bad) {
      browser.idToken = token;
      expect((await browser.call(getUser)).body, token).toEqual({
        message: 'Please sign in.',
        errorCode: 'UNAUTHENTICATED',
        context: {},
      });
    }
    browser.idToken = await sign(claims);
    expect((await browser.call(getUser)).status).toBe(200);
  });
});

test('passwords do not open an installation that has a provider', async () => {
  const email = newEmail();
  await addUser(world.db, email);
  const browser = world.browser();
  expect((await browser.call(signIn, { email, password: GOOD_PASSWORD })).status).toBe(403);
  expect((await browser.call(resetPassword, { email })).status).toBe(403);
  browser.idToken = await sign({ sub: 'password', email, email_verified: true });
  const change = { currentPassword: GOOD_PASSWORD, newPassword: 'Kettle/Harbour/88/Moss' };
  expect((await browser.call(changePassword, change)).status).toBe(403);
});

test('a provider that does not answer, or speaks for another, is 503 and is asked again later', async () => {
  const elsewhere = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ issuer, authorization_endpoint: issuer, token_endpoint: issuer, jwks_uri: issuer }));
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const other = await openTestApp({ OIDC_ISSUER: address, OIDC_CLIENT_ID: CLIENT_ID });
  try {
    for (let round = 0; round < 2; round++) expect((await other.browser().call(authConfig)).status).toBe(503);
    elsewhere.closeAllConnections();
    await new Promise((resolve) => elsewhere.close(resolve));
    const answer = await other.browser().call(authConfig);
    expect(answer.body).toEqual({
      message: 'The identity provider can not be reached just now. Please try again.',
      errorCode: 'UNAVAILABLE',
      context: {},
    });
  } finally {
    await other.close();
  }
});

test('without a provider there is nothing to exchange', async () => {
  const builtin = await openTestApp();
  try {
    const browser = builtin.browser();
    expect((await browser.call(authConfig)).body).toEqual({ provider: 'builtin', authorizeUrl: null });
    expect((await browser.call(exchangeOidcCode, { code: 'a', state: 'b' })).status).toBe(404);
  } finally {
    await builtin.close();
  }
});
