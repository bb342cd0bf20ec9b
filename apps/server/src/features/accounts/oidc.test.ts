import {
  changePassword,
  exchangeOidcCode,
  getAuthConfig,
  getUser,
  refreshSession,
  resetPassword,
  signIn,
  signOut,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { users } from '@quarry/postgres/tables/users';
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueIdentityToken } from './identity/identity-token.ts';
import { addUser, GOOD_PASSWORD } from './testing/people.ts';
import { openTestApp, type TestApp } from './testing/test-app.ts';
import type { TestBrowser } from './testing/test-browser.ts';
import { listenLocally, REGISTERED, startTestIssuer, type TestIssuer } from './testing/test-issuer.ts';

let issuer: TestIssuer;
let world: TestApp;

beforeAll(async () => {
  issuer = await startTestIssuer();
  world = await openTestApp({
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: REGISTERED.clientId,
    OIDC_CLIENT_SECRET: REGISTERED.clientSecret,
    OIDC_AUDIENCE: REGISTERED.audience,
  });
});
afterAll(async () => {
  await world.close();
  await issuer.close();
});

async function begin(browser: TestBrowser): Promise<URLSearchParams> {
  const { body } = await browser.call(getAuthConfig);
  expect(body.provider).toBe('oidc');
  const url = new URL(body.authorizeUrl);
  expect(url.origin + url.pathname).toBe(`${issuer.url}/authorize`);
  return url.searchParams;
}

let people = 0;
const newEmail = () => `outside${++people}@north.test`;

describe('the code flow', () => {
  test('starts a Quarry session, which is renewed and ended like any other', async () => {
    const email = newEmail();
    const userId = await addUser(world.db, email, { password: null });
    const browser = world.browser();
    const search = await begin(browser);
    expect(Object.fromEntries(search)).toMatchObject({
      tenant: '1',
      response_type: 'code',
      client_id: REGISTERED.clientId,
      redirect_uri: 'http://quarry.test/login/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    const code = issuer.signIn(search, { sub: `sub-${email}`, email: email.toUpperCase(), email_verified: true });
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
    for (const [tabBrowser, search] of [
      [browser, first],
      [tab, second],
    ] as const) {
      const code = issuer.signIn(search, { sub: 'two-tabs', email, email_verified: true });
      expect((await tabBrowser.call(exchangeOidcCode, { code, state: search.get('state') ?? '' })).status).toBe(200);
    }
  });

  test('refuses sign-ins started in another browser, changed states and wrong nonces', async () => {
    const email = newEmail();
    await addUser(world.db, email, { password: null });
    const claims = { sub: 'careful', email, email_verified: true };
    const browser = world.browser();
    const search = await begin(browser);
    const state = search.get('state') ?? '';
    const expectRefused = async (client: TestBrowser, code: string, usedState: string) =>
      expect((await client.call(exchangeOidcCode, { code, state: usedState })).body.errorCode).toBe('UNAUTHENTICATED');
    await expectRefused(world.browser(), issuer.signIn(search, claims), state);
    const other = world.browser();
    await begin(other);
    await expectRefused(other, issuer.signIn(search, claims), state);
    await expectRefused(browser, issuer.signIn(search, claims), `${state}x`);
    await expectRefused(
      browser,
      issuer.signIn(search, claims),
      `${Date.now() + 1e9}.${state.split('.').slice(1).join('.')}`,
    );
    await expectRefused(browser, 'no such code', state);
    await expectRefused(browser, issuer.signIn(search, { ...claims, nonce: 'of another sign-in' }), state);
    await expectRefused(browser, issuer.signIn(search, { ...claims, azp: 'another client' }), state);
    // A stolen code fails on the verifier of the thief's own sign-in.
    await expectRefused(browser, issuer.signIn(await begin(world.browser()), claims), state);
  });

  test('refuses uninvited users, unverified addresses and addresses linked to another subject', async () => {
    const email = newEmail();
    await addUser(world.db, email, { password: null });
    const attempt = async (claims: JWTPayload) => {
      const browser = world.browser();
      const search = await begin(browser);
      return browser.call(exchangeOidcCode, { code: issuer.signIn(search, claims), state: search.get('state') ?? '' });
    };
    expect((await attempt({ sub: 'new', email: 'uninvited@north.test', email_verified: true })).status).toBe(403);
    expect((await attempt({ sub: 'unverified', email })).status).toBe(403);
    expect((await attempt({ sub: 'unverified', email, email_verified: false })).status).toBe(403);
    expect((await attempt({ sub: 'first', email, email_verified: true })).status).toBe(200);
    expect((await attempt({ sub: 'second', email, email_verified: true })).status).toBe(403);
    // Once linked, only the subject counts, even if the address changes.
    expect((await attempt({ sub: 'first', email: 'renamed@north.test' })).status).toBe(200);
  });
});

describe('a bearer token of the issuer', () => {
  test('is accepted for this API and matched to a user', async () => {
    const email = newEmail();
    await addUser(world.db, email, { password: null });
    const browser = world.browser();
    browser.idToken = await issuer.sign({ sub: 'bearer', email, email_verified: true });
    expect((await browser.call(getUser)).body.user.email).toBe(email);
    browser.idToken = await issuer.sign({ sub: 'bearer' }, { alg: 'ES256', kid: 'ec', key: issuer.ec.privateKey });
    expect((await browser.call(getUser)).body.user.email).toBe(email);
    expect(issuer.keyRequests()).toBe(1);
  });

  test('is refused if foreign, expired, unsigned or signed with the public key as a secret', async () => {
    const email = newEmail();
    const userId = await addUser(world.db, email, { password: null });
    const claims = { sub: 'refused', email, email_verified: true };
    const browser = world.browser();
    const stranger = await generateKeyPair('RS256');
    const publicKey = new TextEncoder().encode(await exportSPKI(issuer.rsa.publicKey));
    const hmacSigned = (by: string, audience: string) =>
      new SignJWT({ ...claims, sid: 'x' })
        .setProtectedHeader({ alg: 'HS256', kid: 'rsa' })
        .setIssuer(by)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(publicKey);
    const bad = [
      await issuer.sign(claims, { by: 'https://issuer.elsewhere.test' }),
      await issuer.sign(claims, { key: stranger.privateKey }),
      await issuer.sign(claims, { kid: 'unknown' }),
      await issuer.sign(claims, { audience: 'another-api' }),
      await issuer.sign(claims, { expires: '-1m' }),
      await hmacSigned(issuer.url, REGISTERED.audience),
      await hmacSigned('quarry', 'quarry-api'),
      new UnsecuredJWT(claims)
        .setIssuer(issuer.url)
        .setAudience(REGISTERED.audience)
        .setIssuedAt()
        .setExpirationTime('5m')
        .encode(),
      await issuer.sign({ sub: userId, sid: 'x' }, { by: 'quarry', audience: 'quarry-api' }),
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
    browser.idToken = await issuer.sign(claims);
    expect((await browser.call(getUser)).status).toBe(200);
  });
});

test('passwords are refused if there is an external provider', async () => {
  const email = newEmail();
  await addUser(world.db, email);
  const browser = world.browser();
  expect((await browser.call(signIn, { email, password: GOOD_PASSWORD })).status).toBe(403);
  expect((await browser.call(resetPassword, { email })).status).toBe(403);
  browser.idToken = await issuer.sign({ sub: 'password', email, email_verified: true });
  const change = { currentPassword: GOOD_PASSWORD, newPassword: 'Kettle/Harbour/88/Moss' };
  expect((await browser.call(changePassword, change)).status).toBe(403);
});

test('a provider that is down, or names another issuer, gives 503 and is retried', async () => {
  const { url } = issuer;
  const elsewhere = await listenLocally((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ issuer: url, authorization_endpoint: url, token_endpoint: url, jwks_uri: url }));
  });
  const other = await openTestApp({ OIDC_ISSUER: elsewhere.url, OIDC_CLIENT_ID: REGISTERED.clientId });
  try {
    for (let round = 0; round < 2; round++) expect((await other.browser().call(getAuthConfig)).status).toBe(503);
    await elsewhere.close();
    const answer = await other.browser().call(getAuthConfig);
    expect(answer.body).toEqual({
      message: 'The identity provider cannot be reached right now. Please try again.',
      errorCode: 'UNAVAILABLE',
      context: {},
    });
  } finally {
    await other.close();
  }
});

test('without an external provider codes cannot be exchanged', async () => {
  const builtin = await openTestApp();
  try {
    const browser = builtin.browser();
    expect((await browser.call(getAuthConfig)).body).toEqual({ provider: 'builtin', authorizeUrl: null });
    expect((await browser.call(exchangeOidcCode, { code: 'a', state: 'b' })).status).toBe(404);
  } finally {
    await builtin.close();
  }
});
