import { createHmac } from 'node:crypto';
import { confirmNewPassword, getUser, signIn, signOut } from '@quarry/contracts';
import { eq, like, sql } from '@quarry/postgres';
import { memberships } from '@quarry/postgres/tables/memberships';
import { rateLimits, sessions, signInChallenges } from '@quarry/postgres/tables/sign-in';
import { users } from '@quarry/postgres/tables/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('signing in', () => {
  test('gives a 15-minute token and a refresh cookie that scripts cannot read', async () => {
    const { email, userId } = await newPerson();
    const browser = world.browser();
    const answer = await browser.call(signIn, { email: ` ${email.toUpperCase()} `, password: GOOD_PASSWORD });
    expect(answer.status).toBe(200);
    const { idToken, sessionId, expiresAt } = answer.body;
    const claims = decode(idToken);
    expect(claims).toMatchObject({ sub: userId, sid: sessionId, iss: 'quarry' });
    expect(claims.exp - claims.iat).toBe(900);
    expect(new Date(expiresAt).getTime()).toBe(claims.exp * 1000);
    expect(answer.setCookies).toMatchObject([
      { name: 'quarry_device', httpOnly: true, sameSite: 'Strict', path: '/api/auth' },
      { name: 'quarry_refresh', httpOnly: true, sameSite: 'Strict', path: '/api/auth' },
    ]);
    const user = await browser.call(getUser);
    expect(user.body.user).toEqual({
      userId,
      id: userId,
      email,
      clients: [{ clientName: 'north', role: 'USER', companiesCnt: null }],
      staffPermissions: [],
      userPermissions: ['USER'],
      isPendingAcceptance: false,
    });
  });

  test('gives the same error for unknown users, wrong passwords and users without a password', async () => {
    const { email } = await newPerson();
    const { email: outside } = await newPerson({ password: null });
    const tries = [
      { email, password: 'wrong' },
      { email: 'nobody@north.test', password: GOOD_PASSWORD },
      { email: outside, password: GOOD_PASSWORD },
    ];
    for (const attempt of tries) {
      const answer = await world.browser().call(signIn, attempt);
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        message: 'Incorrect email or password.',
        errorCode: 'INVALID_CREDENTIALS',
        context: {},
      });
    }
  });

  const fail = (email: string, ip?: string) => world.browser(ip).call(signIn, { email, password: 'wrong' });

  test('is limited to 10 failed attempts per person and network, known or not, until the window ends', async () => {
    const { email } = await newPerson();
    const ip = '198.51.100.4';
    for (const address of [email, 'ghost@north.test']) {
      const wrong = await Promise.all(Array.from({ length: 14 }, () => fail(address, ip)));
      expect(wrong.filter(({ status }) => status === 401)).toHaveLength(10);
      const refused = wrong.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(4);
      const context = refused[0]?.body.context;
      expect(context.retryAfterSeconds).toBeGreaterThan(850);
      expect(context.retryAfterSeconds).toBeLessThanOrEqual(900);
      expect(refused[0]?.headers['retry-after']).toBe(String(context.retryAfterSeconds));
    }
    expect((await world.browser(ip).call(signIn, { email, password: GOOD_PASSWORD })).status).toBe(429);
    expect((await world.browser().call(signIn, { email, password: GOOD_PASSWORD })).status).toBe(200);
    await world.db.asSystem((tx) => tx.update(rateLimits).set({ windowStart: sql`now() - interval '16 minutes'` }));
    expect((await world.browser(ip).call(signIn, { email, password: GOOD_PASSWORD })).status).toBe(200);
  });

  test('at a person from many networks is slowed down to one guess in 90 seconds, known or not', async () => {
    const { email } = await newPerson();
    for (const address of [email, 'phantom@north.test']) {
      const wrong = await Promise.all(Array.from({ length: 24 }, () => fail(address)));
      expect(wrong.filter(({ status }) => status === 401)).toHaveLength(20);
      const waits = wrong.flatMap(({ status, body }) => (status === 429 ? [body.context.retryAfterSeconds] : []));
      expect(waits).toHaveLength(4);
      for (const seconds of waits) expect(seconds).toSatisfy((wait: number) => wait > 60 && wait <= 90);
    }
    const pass = (seconds: number) =>
      world.db.asSystem((tx) =>
        tx
          .update(rateLimits)
          .set({ windowStart: sql`${rateLimits.windowStart} - make_interval(secs => ${seconds})` })
          .where(like(rateLimits.key, 'sign-in:person:%')),
      );
    await pass(90);
    const next = await Promise.all([fail(email), fail(email)]);
    expect(next.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([401, 429]);
    // A new device of the owner only waits, and takes nothing from the guesses of others.
    expect((await world.browser().call(signIn, { email, password: GOOD_PASSWORD })).status).toBe(429);
    await pass(90);
    expect((await world.browser().call(signIn, { email, password: GOOD_PASSWORD })).status).toBe(200);
    expect((await fail(email)).status).toBe(401);
    expect((await fail(email)).status).toBe(429);
  });

  test('from a known device is never locked by others, and has its own limit', async () => {
    const { email } = await newPerson();
    const home = '203.0.113.9';
    const owner = world.browser(home);
    await owner.call(signIn, { email, password: GOOD_PASSWORD });
    await owner.call(signOut);
    await Promise.all(Array.from({ length: 30 }, () => fail(email)));
    await Promise.all(Array.from({ length: 60 }, (_, at) => fail(`other${at % 12}@north.test`, home)));
    await Promise.all(Array.from({ length: 12 }, () => fail(email, home)));
    expect((await world.browser(home).call(signIn, { email, password: GOOD_PASSWORD })).status).toBe(429);
    expect((await owner.call(signIn, { email, password: GOOD_PASSWORD })).status).toBe(200);

    // Someone else's cookie, or a changed one, is no known device.
    const { email: other } = await newPerson();
    const thief = await signedIn(other);
    const forged = owner.copy();
    forged.cookies.set('quarry_device', `${owner.cookies.get('quarry_device')}x`);
    for (const stranger of [thief, forged]) {
      expect((await stranger.call(signIn, { email, password: GOOD_PASSWORD })).status).toBe(429);
    }
    for (let index = 0; index < 10; index++) {
      expect((await owner.copy().call(signIn, { email, password: 'wrong' })).status).toBe(401);
    }
    expect((await owner.call(signIn, { email, password: GOOD_PASSWORD })).status).toBe(429);
  });

  test('is limited to 50 failed attempts per network address; successful ones do not count', async () => {
    const { email } = await newPerson();
    const crowd = '192.0.2.7';
    for (let index = 0; index < 12; index++) {
      expect((await world.browser(crowd).call(signIn, { email, password: GOOD_PASSWORD })).status).toBe(200);
    }
    const statuses = await Promise.all(
      Array.from({ length: 52 }, (_, index) =>
        world.browser(crowd).call(signIn, { email: `p${index}@elsewhere.test`, password: 'wrong' }),
      ),
    );
    expect(statuses.filter(({ status }) => status === 401)).toHaveLength(50);
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test('stores no passwords, tokens or limited addresses in plain text', async () => {
    const { email, userId } = await newPerson();
    const browser = await signedIn(email);
    await world.browser().call(signIn, { email, password: 'wrong' });
    const rows = await world.db.asSystem(async (tx) => ({
      users: await tx.select().from(users).where(eq(users.id, userId)),
      sessions: await tx.select().from(sessions).where(eq(sessions.userId, userId)),
      limits: await tx.select().from(rateLimits),
    }));
    const stored = JSON.stringify(rows.sessions) + JSON.stringify(rows.users) + JSON.stringify(rows.limits);
    expect(stored).not.toContain(GOOD_PASSWORD);
    expect(stored).not.toContain(browser.cookies.get('quarry_refresh') ?? 'no cookie');
    expect(JSON.stringify(rows.limits)).not.toContain(email);
    expect(rows.users[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('a temporary password', () => {
  const inAWeek = () => new Date(Date.now() + 7 * 86_400_000);

  test('must be replaced first; the challenge works once and accepts the invitation', async () => {
    const { email, userId } = await newPerson({ temporaryPasswordExpiresAt: inAWeek(), isPendingAcceptance: true });
    const browser = world.browser();
    const first = await browser.call(signIn, { email, password: GOOD_PASSWORD });
    expect(first.body).toEqual({ step: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED', challenge: expect.any(String) });
    expect(browser.cookies.size).toBe(0);
    const { challenge } = first.body;

    const weak = await browser.call(confirmNewPassword, { challenge, newPassword: 'short' });
    expect(weak.body).toMatchObject({
      errorCode: 'WEAK_PASSWORD',
      message: 'Password must have at least 8 characters',
    });
    const same = await browser.call(confirmNewPassword, { challenge, newPassword: GOOD_PASSWORD });
    expect(same.body.errorCode).toBe('WEAK_PASSWORD');

    const both = await Promise.all([
      browser.call(confirmNewPassword, { challenge, newPassword: OTHER_PASSWORD }),
      browser.copy().call(confirmNewPassword, { challenge, newPassword: OTHER_PASSWORD }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const [membership] = await world.db.asSystem((tx) =>
      tx.select().from(memberships).where(eq(memberships.userId, userId)),
    );
    expect(membership?.isPendingAcceptance).toBe(false);
    expect((await world.browser().call(signIn, { email, password: GOOD_PASSWORD })).status).toBe(401);
    expect((await world.browser().call(signIn, { email, password: OTHER_PASSWORD })).body.step).toBe('DONE');
  });

  test('that has expired leads to a reset, but only if it is correct', async () => {
    const { email } = await newPerson({ temporaryPasswordExpiresAt: new Date(Date.now() - 1000) });
    expect((await world.browser().call(signIn, { email, password: GOOD_PASSWORD })).body).toEqual({
      step: 'RESET_PASSWORD',
    });
    expect((await world.browser().call(signIn, { email, password: 'wrong' })).status).toBe(401);
  });

  test('refuses forged, changed and expired challenges', async () => {
    const { email, userId } = await newPerson({ temporaryPasswordExpiresAt: inAWeek() });
    const browser = world.browser();
    const { challenge } = (await browser.call(signIn, { email, password: GOOD_PASSWORD })).body;
    const [row] = await world.db.asSystem((tx) =>
      tx.select().from(signInChallenges).where(eq(signInChallenges.userId, userId)),
    );
    const forged = `${row?.id}.${createHmac('sha256', 'guess')
      .update(row?.id ?? '')
      .digest('base64url')}`;
    for (const bad of [forged, row?.id ?? '', `${challenge}x`, '.', '\u0001']) {
      expect((await browser.call(confirmNewPassword, { challenge: bad, newPassword: OTHER_PASSWORD })).status).toBe(
        401,
      );
    }
    await world.db.asSystem((tx) =>
      tx.update(signInChallenges).set({ expiresAt: new Date() }).where(eq(signInChallenges.userId, userId)),
    );
    expect((await browser.call(confirmNewPassword, { challenge, newPassword: OTHER_PASSWORD })).status).toBe(401);
  });
});
