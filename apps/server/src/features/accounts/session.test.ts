import { changePassword, getClient, getUser, refreshSession, signIn, signOut } from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { sessions } from '@quarry/postgres/tables/sign-in';
import { users } from '@quarry/postgres/tables/users';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueIdentityToken } from './identity/identity-token.ts';
import { GOOD_PASSWORD } from './testing/people.ts';
import { decode, openTestAccount, type TestAccount } from './testing/test-account.ts';

const OTHER_PASSWORD = 'Kettle/Harbour/88/Moss';

let world: TestAccount;
let newPerson: TestAccount['newPerson'];
let signedIn: TestAccount['signedIn'];

beforeAll(async () => {
  world = await openTestAccount();
  ({ newPerson, signedIn } = world);
});
afterAll(() => world.close());

describe('a session', () => {
  test('is renewed with a new refresh token each time', async () => {
    const { email } = await newPerson();
    const browser = await signedIn(email);
    const tokens = new Set([browser.cookies.get('quarry_refresh')]);
    for (let round = 0; round < 3; round++) {
      expect((await browser.call(refreshSession)).status).toBe(200);
      tokens.add(browser.cookies.get('quarry_refresh'));
    }
    expect(tokens.size).toBe(4);
    expect((await browser.call(getUser)).status).toBe(200);
  });

  test('survives parallel tabs and a lost response', async () => {
    const { email } = await newPerson();
    const browser = await signedIn(email);
    const tabs = Array.from({ length: 5 }, () => browser.copy());
    const answers = await Promise.all(tabs.map((tab) => tab.call(refreshSession)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(tabs.map((tab) => tab.cookies.get('quarry_refresh'))).size).toBe(1);
    // `browser` never got its tabs' responses and still has the old token.
    expect((await browser.call(refreshSession)).status).toBe(200);
    expect((await browser.call(refreshSession)).status).toBe(200);
  });

  test('ends for everyone if a replaced refresh token is used again', async () => {
    const { email, userId } = await newPerson();
    const thief = await signedIn(email);
    const owner = thief.copy();
    await owner.call(refreshSession);
    await owner.call(refreshSession);
    expect((await owner.call(getUser)).status).toBe(200);
    const stolen = await thief.call(refreshSession);
    expect(stolen.body).toEqual({ message: 'Please sign in.', errorCode: 'UNAUTHENTICATED', context: {} });
    expect((await owner.call(getUser)).status).toBe(401);
    expect((await owner.call(refreshSession)).status).toBe(401);
    expect(owner.cookies.has('quarry_refresh')).toBe(false);
    const trail = await world.db.asSystem((tx) => tx.select().from(auditLog).where(eq(auditLog.actorUserId, userId)));
    expect(trail.map(({ action }) => action)).toContain('session.revoked-after-reuse');
  });

  test('ends if the previous token is used after the grace period', async () => {
    const { email, userId } = await newPerson();
    const late = await signedIn(email);
    const owner = late.copy();
    await owner.call(refreshSession);
    await world.db.asSystem((tx) =>
      tx.update(sessions).set({ refreshedAt: sql`now() - interval '2 minutes'` }).where(eq(sessions.userId, userId)),
    );
    expect((await late.call(refreshSession)).status).toBe(401);
    expect((await owner.call(getUser)).status).toBe(401);
  });

  test('cannot be ended by knowing its id', async () => {
    const { email } = await newPerson();
    const browser = await signedIn(email);
    const { sid } = decode(browser.idToken ?? '');
    const stranger = world.browser();
    stranger.cookies.set('quarry_refresh', `${sid}.${'x'.repeat(43)}.${'y'.repeat(43)}`);
    expect((await stranger.call(refreshSession)).status).toBe(401);
    expect((await stranger.call(signOut)).status).toBe(200);
    expect((await browser.call(getUser)).status).toBe(200);
  });

  test('ends on sign-out by the identity token alone, and by nobody else', async () => {
    const { email } = await newPerson();
    const [browser, other] = [await signedIn(email), await signedIn(email)];
    const program = world.browser();
    program.idToken = browser.idToken;
    expect((await program.call(signOut)).body).toEqual({ ok: true });
    expect((await browser.call(getUser)).status).toBe(401);
    expect((await browser.call(refreshSession)).status).toBe(401);
    expect((await other.call(getUser)).status).toBe(200);
    program.idToken = 'nonsense';
    expect((await program.call(signOut)).status).toBe(200);
  });

  test('with an id that no session can have is refused', async () => {
    const { userId } = await newPerson();
    const browser = world.browser();
    for (const [sessionId, refresh] of [
      ['a\0b', '\0.\0.\0'],
      ['', '..'],
      ['\ud800', 'é.ü.\u{1f600}'],
    ] as const) {
      browser.idToken = (await issueIdentityToken(world.platform.secrets, { userId, sessionId })).idToken;
      for (const name of ['quarry_refresh', 'quarry_device']) browser.cookies.set(name, refresh);
      expect((await browser.call(getUser)).status).toBe(401);
      expect((await browser.call(refreshSession)).status).toBe(401);
      for (const name of ['quarry_refresh', 'quarry_device']) browser.cookies.set(name, refresh);
      expect((await browser.call(signOut)).status).toBe(200);
      const { status } = await browser.call(signIn, { email: 'nobody@north.test', password: 'wrong' });
      expect(status).toBe(401);
    }
  });

  test('ends at once on sign-out, expiry and deletion of the user', async () => {
    const { email, userId } = await newPerson();
    const signedOut = await signedIn(email);
    const other = await signedIn(email);
    expect((await signedOut.call(signOut)).body).toEqual({ ok: true });
    expect((await signedOut.call(getUser)).status).toBe(401);
    expect((await signedOut.call(refreshSession)).status).toBe(401);
    expect((await other.call(getUser)).status).toBe(200);
    await world.db.asSystem((tx) =>
      tx.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.userId, userId)),
    );
    expect((await other.call(getUser)).status).toBe(401);
    expect((await other.call(refreshSession)).status).toBe(401);
    const removed = await signedIn(email);
    await world.db.asSystem((tx) => tx.delete(users).where(eq(users.id, userId)));
    expect((await removed.call(getUser)).status).toBe(401);
  });

  test('has changed staff permissions from the next request', async () => {
    const { email, userId } = await newPerson({ staffPermissions: ['VIEW_ANY_ACCOUNT'], member: {} });
    const browser = await signedIn(email);
    expect((await browser.call(getUser)).body.user).toMatchObject({
      staffPermissions: ['VIEW_ANY_ACCOUNT'],
      clients: [{ clientName: 'north' }],
    });
    expect((await browser.call(getClient, {}, 'north')).status).toBe(200);
    await world.db.asSystem((tx) =>
      tx
        .update(users)
        .set({ staffPermissions: ['SOMETHING_OLD'] })
        .where(eq(users.id, userId)),
    );
    expect((await browser.call(getUser)).body.user).toMatchObject({ staffPermissions: [], clients: [] });
    expect((await browser.call(getClient, {}, 'north')).status).toBe(403);
  });
});

describe('an identity token', () => {
  test('is refused if issuer, audience, key or algorithm differ, or if it is expired or malformed', async () => {
    const { email, userId } = await newPerson();
    const browser = await signedIn(email);
    const { sid } = decode(browser.idToken ?? '');
    const key = world.platform.secrets.keyFor('identity-token');
    const base = (issuer = 'quarry', audience = 'quarry-api', expires = '5m') =>
      new SignJWT({ sid })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(expires);
    const good = await base().setProtectedHeader({ alg: 'HS256' }).sign(key);
    const [header, payload, signature] = good.split('.');
    browser.idToken = good;
    expect((await browser.call(getUser)).status).toBe(200);
    const bad = [
      await base('somebody').setProtectedHeader({ alg: 'HS256' }).sign(key),
      await base('quarry', 'else').setProtectedHeader({ alg: 'HS256' }).sign(key),
      await base('quarry', 'quarry-api', '-1s').setProtectedHeader({ alg: 'HS256' }).sign(key),
      await base().setProtectedHeader({ alg: 'HS256' }).sign(world.platform.secrets.keyFor('other')),
      await base()
        .setProtectedHeader({ alg: 'HS512' })
        .sign(Buffer.concat([key, key])),
      new UnsecuredJWT({ sid })
        .setSubject(userId)
        .setIssuer('quarry')
        .setAudience('quarry-api')
        .setIssuedAt()
        .setExpirationTime('5m')
        .encode(),
      `${header}.${payload}.`,
      `${header}.${Buffer.from(JSON.stringify({ ...decode(good), sub: 'another' })).toString('base64url')}.${signature}`,
      (await issueIdentityToken(world.platform.secrets, { userId, sessionId: 'no-such-session' })).idToken,
      (await issueIdentityToken(world.platform.secrets, { userId: 'somebody-else', sessionId: sid })).idToken,
      'a.b.c',
      'nonsense',
    ];
    for (const token of bad) {
      browser.idToken = token;
      const answer = await browser.call(getUser);
      expect(answer.body, token).toEqual({ message: 'Please sign in.', errorCode: 'UNAUTHENTICATED', context: {} });
    }
    browser.idToken = null;
    expect((await browser.call(getUser)).status).toBe(401);
  });
});

describe('changing the password', () => {
  test('ends the other sessions, keeps this one and leaves an audit entry without the password', async () => {
    const { email, userId } = await newPerson();
    const [here, there] = [await signedIn(email), await signedIn(email)];
    const change = { currentPassword: GOOD_PASSWORD, newPassword: OTHER_PASSWORD };
    expect((await here.call(changePassword, { ...change, currentPassword: 'wrong' })).body.errorCode).toBe(
      'INVALID_CREDENTIALS',
    );
    expect((await here.call(changePassword, { ...change, newPassword: GOOD_PASSWORD })).body.errorCode).toBe(
      'WEAK_PASSWORD',
    );
    expect((await here.call(changePassword, change)).body).toEqual({ ok: true });
    expect((await here.call(getUser)).status).toBe(200);
    expect((await here.call(refreshSession)).status).toBe(200);
    expect((await there.call(getUser)).status).toBe(401);
    expect((await there.call(refreshSession)).status).toBe(401);
    expect((await world.browser().call(signIn, { email, password: OTHER_PASSWORD })).status).toBe(200);
    await world.mailTo(email, /was changed/);
    const trail = await world.db.asSystem((tx) => tx.select().from(auditLog).where(eq(auditLog.actorUserId, userId)));
    expect(trail).toMatchObject([{ action: 'user.password-changed', actor: email, target: email }]);
    expect(JSON.stringify(trail)).not.toContain(OTHER_PASSWORD);
  });

  test('is limited to 10 wrong current passwords', async () => {
    const { email } = await newPerson();
    const browser = await signedIn(email);
    const change = { currentPassword: 'wrong', newPassword: OTHER_PASSWORD };
    for (let index = 0; index < 10; index++) expect((await browser.call(changePassword, change)).status).toBe(401);
    expect((await browser.call(changePassword, { ...change, currentPassword: GOOD_PASSWORD })).status).toBe(429);
  });
});
