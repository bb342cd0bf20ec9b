import {
  confirmNewPassword,
  getClient,
  getUser,
  inviteUser,
  listUsers,
  modifyUser,
  removeUser,
  resendInvitation,
  STAFF_PERMISSIONS,
  signIn,
} from '@quarry/contracts';
import { and, eq, like, sql } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { users } from '@quarry/postgres/tables/users';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestClient, signedInPerson, type TestPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

const OWN_PASSWORD = 'Kettle/Harbour/88/Moss';
const NOT_ADDED = 'That user is not added to this account.';
const ALREADY_ADDED = 'That user already exists in this account. Please modify the existing user instead.';

let server: TestServer;
let north: string;
let admin: TestPerson;
let asAdmin: Caller;
let asSouthAdmin: Caller;

beforeAll(async () => {
  server = await startTestServer();
  north = await createTestClient(server.platform, 'north');
  const south = await createTestClient(server.platform, 'south');
  admin = await signedInPerson(server.platform, { memberOf: { [north]: ['USER', 'ADMIN'] } });
  asAdmin = { token: admin.token, client: 'north' };
  const other = await signedInPerson(server.platform, { memberOf: { [south]: ['USER', 'ADMIN'] } });
  asSouthAdmin = { token: other.token, client: 'south' };
});
afterAll(() => server.close());

/** Waits for `count` mails; returns them newest first. */
const mailsTo = (email: string, count: number) =>
  vi.waitFor(async () => {
    const mails = ((await server.platform.mailer.outbox?.()) ?? []).filter(({ to }) => to === email);
    if (mails.length !== count) throw new Error(`${mails.length} instead of ${count} mails to ${email}`);
    return mails;
  }, 5000);
const passwordIn = (text: string | undefined): string => /^ {4}(\S+)$/m.exec(text ?? '')?.[1] ?? 'no password';
const invite = async (email: string, caller = asAdmin) =>
  (await server.call(inviteUser, { email, userPermissions: ['USER'] }, caller)).user;
const membersOf = async (caller: Caller) => (await server.call(listUsers, {}, caller)).users;
const memberIn = async (caller: Caller, email: string) =>
  (await membersOf(caller)).find((member) => member.email === email);

/** Signs in with a one-time password, chooses a new one and returns the token. */
async function firstSignIn(email: string, password: string): Promise<string> {
  const started = await server.call(signIn, { email, password });
  if (started.step !== 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED') throw new Error(started.step);
  return (await server.call(confirmNewPassword, { challenge: started.challenge, newPassword: OWN_PASSWORD })).idToken;
}

describe('an invitation', () => {
  test('mails a one-time password to a new user and is accepted by the first sign-in', async () => {
    const added = await server.call(
      inviteUser,
      { email: '  New.Person@Example.TEST ', userPermissions: ['USER', 'ADMIN'] },
      asAdmin,
    );
    const email = 'new.person@example.test';
    expect(added.user).toMatchObject({ email, userPermissions: ['USER', 'ADMIN'], isPendingAcceptance: true });
    expect(await memberIn(asAdmin, email)).toEqual(added.user);
    const [mail] = await mailsTo(email, 1);
    expect(mail?.subject).toBe('You are invited to north on Quarry');
    expect(mail?.text).toContain(`${admin.email} invited you to the account north`);
    expect(mail?.text).toContain('7 days');

    const [row] = await server.platform.db.asSystem((tx) =>
      tx
        .select({
          days: sql<number>`extract(epoch from ${users.temporaryPasswordExpiresAt} - now())::float8 / 86400`,
        })
        .from(users)
        .where(eq(users.email, email)),
    );
    expect(row?.days).toBeGreaterThan(6.9);
    expect(row?.days).toBeLessThanOrEqual(7);

    const token = await firstSignIn(email, passwordIn(mail?.text));
    expect(await memberIn(asAdmin, email)).toMatchObject({ isPendingAcceptance: false });
    expect((await server.call(getClient, {}, { token, client: 'north' })).userPermissions).toEqual(['USER', 'ADMIN']);
  });

  test('of a known user keeps the password, sends a notice and is accepted by opening the account', async () => {
    const known = await signedInPerson(server.platform);
    await invite(known.email.toUpperCase());
    const [mail] = await mailsTo(known.email, 1);
    expect(mail?.subject).toBe('You were added to north on Quarry');
    expect(mail?.text).toContain('http://quarry.test/app/north');
    expect(passwordIn(mail?.text)).toBe('no password');
    await server.call(getUser, {}, { token: known.token });
    expect(await memberIn(asAdmin, known.email)).toMatchObject({ isPendingAcceptance: true });
    await server.call(getClient, {}, { token: known.token, client: 'north' });
    expect(await memberIn(asAdmin, known.email)).toMatchObject({ isPendingAcceptance: false });
  });

  test('is refused for members, even invited ones, for staff and for invalid addresses', async () => {
    const staff = await signedInPerson(server.platform, { staffPermissions: STAFF_PERMISSIONS });
    await invite('twice@example.test');
    for (const email of ['Twice@example.test', admin.email, staff.email]) {
      const answer = await server.refused(inviteUser, { email, userPermissions: [] }, asAdmin);
      expect([answer.status, answer.body.errorCode, answer.body.message]).toEqual([409, 'USER_EXISTS', ALREADY_ADDED]);
    }
    for (const [email, message] of [
      [' ', 'Email is required'],
      ['nobody', 'Please enter a valid email address'],
      ['a@example.test\nBcc: b@example.test', 'Please enter a valid email address'],
    ]) {
      const answer = await server.refused(inviteUser, { email, userPermissions: [] }, asAdmin);
      expect([answer.status, answer.body.message]).toEqual([422, message]);
    }
    await mailsTo('twice@example.test', 1);
  });

  test('always gives USER, and ADMIN only if requested', async () => {
    for (const [requested, granted] of [
      [[], ['USER']],
      [['ADMIN'], ['USER', 'ADMIN']],
    ] as const) {
      const email = `implied-${granted.length}@example.test`;
      const { user } = await server.call(inviteUser, { email, userPermissions: [...requested] }, asAdmin);
      expect(user.userPermissions).toEqual(granted);
      expect(await memberIn(asAdmin, email)).toMatchObject({ userPermissions: granted });
    }
  });

  test('sent in parallel gives one membership and one mail', async () => {
    const email = 'at-once@example.test';
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.send(inviteUser, { email, userPermissions: [] }, asAdmin)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    const [mail] = await mailsTo(email, 1);
    await firstSignIn(email, passwordIn(mail?.text));
  });

  test('to two accounts in parallel creates one user with two memberships', async () => {
    const email = 'both@example.test';
    const added = await Promise.all([invite(email), invite(email, asSouthAdmin)]);
    expect(new Set(added.map(({ userId }) => userId)).size).toBe(1);
    const mails = await mailsTo(email, 2);
    const tries = await Promise.all(
      mails.map(({ text }) => server.send(signIn, { email, password: passwordIn(text) })),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('can be sent again while it is pending, with a new password that voids the earlier one', async () => {
    const email = 'resent@example.test';
    const { userId } = await invite(email);
    const [first] = await mailsTo(email, 1);
    expect((await server.refused(resendInvitation, { userId }, asSouthAdmin)).body.message).toBe(NOT_ADDED);
    await server.call(resendInvitation, { userId }, asAdmin);
    const [second] = await mailsTo(email, 2);
    expect(second?.subject).toBe('You are invited to north on Quarry');
    expect((await server.refused(signIn, { email, password: passwordIn(first?.text) })).status).toBe(401);
    expect(await memberIn(asAdmin, email)).toMatchObject({ isPendingAcceptance: true, lastSignedInAt: null });
    await firstSignIn(email, passwordIn(second?.text));
    expect(await memberIn(asAdmin, email)).toMatchObject({ lastSignedInAt: expect.stringMatching(/Z$/) });
    const refused = await server.refused(resendInvitation, { userId }, asAdmin);
    expect([refused.status, refused.body.message]).toEqual([409, 'This user has already opened the account.']);
    await mailsTo(email, 2);
  });

  test('is sent again by removing and inviting, which voids the earlier password', async () => {
    const email = 'again@example.test';
    const { userId } = await invite(email);
    const [first] = await mailsTo(email, 1);
    const opened = await server.call(signIn, { email, password: passwordIn(first?.text) });
    await server.call(removeUser, { userId }, asAdmin);
    await server.platform.db.asSystem((tx) =>
      tx.update(users).set({ temporaryPasswordExpiresAt: sql`now()` }).where(eq(users.id, userId)),
    );
    expect((await invite(email)).userId).toBe(userId);
    const [second] = await mailsTo(email, 2);
    expect((await server.refused(signIn, { email, password: passwordIn(first?.text) })).status).toBe(401);
    const challenge = 'challenge' in opened ? opened.challenge : '';
    expect((await server.refused(confirmNewPassword, { challenge, newPassword: OWN_PASSWORD })).status).toBe(401);
    await firstSignIn(email, passwordIn(second?.text));
  });
});

describe('invitations', () => {
  test('are limited per recipient, and per inviting user', async () => {
    const email = 'flooded@example.test';
    for (let index = 0; index < 5; index++) {
      const { userId } = await invite(email);
      await server.call(removeUser, { userId }, asAdmin);
    }
    const refused = await server.refused(inviteUser, { email, userPermissions: [] }, asSouthAdmin);
    expect([refused.status, refused.body.errorCode]).toEqual([429, 'TOO_MANY_REQUESTS']);
    await mailsTo(email, 5);

    const busy = await signedInPerson(server.platform, { memberOf: { [north]: ['USER', 'ADMIN'] } });
    const asBusy = { token: busy.token, client: 'north' };
    const answers = await Promise.all(
      Array.from({ length: 101 }, (_, at) =>
        server.send(inviteUser, { email: `bulk${at}@example.test`, userPermissions: [] }, asBusy),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    await invite('still-welcome@example.test');
  });
});

describe('members', () => {
  test('are listed by e-mail address, without staff and other accounts', async () => {
    const staff = await signedInPerson(server.platform, {
      staffPermissions: ['VIEW_ANY_ACCOUNT'],
      memberOf: { [north]: ['USER'] },
    });
    await invite('south-only@example.test', asSouthAdmin);
    const emails = (await membersOf(asAdmin)).map(({ email }) => email);
    expect(emails).toEqual(emails.toSorted());
    expect(emails).toContain(admin.email);
    expect(emails).not.toContain(staff.email);
    expect(emails).not.toContain('south-only@example.test');
    for (const endpoint of [modifyUser, removeUser]) {
      const answer = await server.refused(endpoint, { userId: staff.userId, userPermissions: [] }, asAdmin);
      expect([answer.status, answer.body.message]).toEqual([404, NOT_ADDED]);
    }
  });

  test('gain and lose ADMIN with their next request; USER stays', async () => {
    const person = await signedInPerson(server.platform, { memberOf: { [north]: ['USER'] } });
    const asPerson = { token: person.token, client: 'north' };
    const modify = (userPermissions: ('USER' | 'ADMIN')[]) =>
      server.call(modifyUser, { userId: person.userId, userPermissions }, asAdmin);
    await server.refused(listUsers, {}, asPerson);
    expect((await modify(['ADMIN'])).user.userPermissions).toEqual(['USER', 'ADMIN']);
    await server.call(listUsers, {}, asPerson);
    expect((await modify([])).user.userPermissions).toEqual(['USER']);
    expect((await server.refused(listUsers, {}, asPerson)).status).toBe(403);
    expect((await server.call(getClient, {}, asPerson)).userPermissions).toEqual(['USER']);
  });

  test('lose access with their next request when removed, and keep their other accounts', async () => {
    const person = await signedInPerson(server.platform, { memberOf: { [north]: ['USER', 'ADMIN'] } });
    await invite(person.email, asSouthAdmin);
    const asPerson = { token: person.token, client: 'north' };
    await server.call(getClient, {}, asPerson);
    await server.call(removeUser, { userId: person.userId }, asAdmin);
    expect((await server.refused(getClient, {}, asPerson)).status).toBe(403);
    await server.call(getClient, {}, { ...asPerson, client: 'south' });
    const { user } = await server.call(getUser, {}, { token: person.token });
    expect(user.clients).toEqual([{ clientName: 'south', role: 'USER', companiesCnt: null }]);
    const again = await server.refused(removeUser, { userId: person.userId }, asAdmin);
    expect([again.status, again.body.message]).toEqual([404, NOT_ADDED]);
  });

  test('cannot change themselves, members of other accounts, or anyone without ADMIN', async () => {
    const plain = await signedInPerson(server.platform, { memberOf: { [north]: ['USER'] } });
    const foreign = await invite('foreign@example.test', asSouthAdmin);
    const asPlain = { token: plain.token, client: 'north' };
    for (const endpoint of [modifyUser, removeUser]) {
      const tries = [
        { caller: asAdmin, userId: admin.userId, status: 403, message: 'You cannot modify or remove yourself.' },
        { caller: asAdmin, userId: foreign.userId, status: 404, message: NOT_ADDED },
        { caller: asAdmin, userId: 'nobody', status: 404, message: NOT_ADDED },
        { caller: asPlain, userId: admin.userId, status: 403, message: /permissions/ },
        { caller: asPlain, userId: plain.userId, status: 403, message: /permissions/ },
      ];
      for (const { caller, userId, status, message } of tries) {
        const answer = await server.refused(endpoint, { userId, userPermissions: ['ADMIN'] }, caller);
        expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(message)]);
      }
    }
    const refused = await server.refused(inviteUser, { email: 'x@example.test', userPermissions: ['ADMIN'] }, asPlain);
    expect(refused.status).toBe(403);
    expect(await memberIn(asAdmin, admin.email)).toMatchObject({ userPermissions: ['USER', 'ADMIN'] });
    expect(await memberIn(asAdmin, 'x@example.test')).toBeUndefined();
  });

  test('leave an audit entry per change, without passwords', async () => {
    const email = 'trail@example.test';
    const { userId } = await invite(email);
    await server.call(modifyUser, { userId, userPermissions: ['ADMIN'] }, asAdmin);
    await server.call(removeUser, { userId }, asAdmin);
    const [mail] = await mailsTo(email, 1);
    const trail = await server.platform.db.asSystem((tx) =>
      tx
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.target, email), like(auditLog.action, 'user.%')))
        .orderBy(auditLog.id),
    );
    expect(trail).toMatchObject([
      {
        action: 'user.invited',
        clientId: north,
        actor: admin.email,
        before: null,
        after: { userPermissions: ['USER'] },
      },
      {
        action: 'user.permissions-changed',
        before: { userPermissions: ['USER'] },
        after: { userPermissions: ['USER', 'ADMIN'] },
      },
      {
        action: 'user.removed',
        before: { userPermissions: ['USER', 'ADMIN'], isPendingAcceptance: true },
        after: null,
      },
    ]);
    expect(JSON.stringify(trail)).not.toContain(passwordIn(mail?.text));
  });
});
