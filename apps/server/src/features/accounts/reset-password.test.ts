import { changePassword, confirmResetPassword, getUser, resetPassword, signIn } from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { passwordResetCodes } from '@quarry/postgres/tables/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser, GOOD_PASSWORD } from './testing/people.ts';
import { openTestApp, type TestApp } from './testing/test-app.ts';

const NEW_PASSWORD = 'Kettle/Harbour/88/Moss';
const SUBJECT = /code for a new/;
const INVALID = {
  message: 'The code is incorrect or has expired. Please request a new one.',
  errorCode: 'INVALID_CODE',
  context: {},
};

let world: TestApp;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());

let people = 0;
async function newPerson(): Promise<{ email: string; userId: string }> {
  const email = `forgetful${++people}@north.test`;
  return { email, userId: await addUser(world.db, email) };
}

async function mailedCode(email: string): Promise<string> {
  expect((await world.browser().call(resetPassword, { email })).body).toEqual({ ok: true });
  const mail = await world.mailTo(email, SUBJECT);
  expect(mail.text).toContain(`http://quarry.test/confirm-reset-password?email=${encodeURIComponent(email)}`);
  return /^ {4}(\S+)$/m.exec(mail.text)?.[1] ?? 'no code in the mail';
}

test('a mailed code sets the password once, signs in and ends all open sessions', async () => {
  const { email, userId } = await newPerson();
  const before = world.browser();
  await before.call(signIn, { email, password: GOOD_PASSWORD });
  const code = await mailedCode(email);
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
  const browser = world.browser();
  const weak = await browser.call(confirmResetPassword, { email, code, newPassword: 'Password' });
  expect(weak.status).toBe(400);
  expect(weak.body.errorCode).toBe('WEAK_PASSWORD');
  // As users type it: lower case, with a space in the middle.
  const typed = ` ${code.slice(0, 4)} ${code.slice(4)}`.toLowerCase();
  const answer = await browser.call(confirmResetPassword, { email, code: typed, newPassword: NEW_PASSWORD });
  expect(answer.body).toMatchObject({ step: 'DONE' });
  expect((await browser.call(getUser)).body.user.email).toBe(email);
  expect((await before.call(getUser)).status).toBe(401);
  const again = await world.browser().call(confirmResetPassword, { email, code, newPassword: NEW_PASSWORD });
  expect(again.body).toEqual(INVALID);
  expect((await world.browser().call(signIn, { email, password: NEW_PASSWORD })).status).toBe(200);
  await world.mailTo(email, /was changed/);
  const trail = await world.db.asSystem((tx) => tx.select().from(auditLog).where(eq(auditLog.actorUserId, userId)));
  expect(trail).toMatchObject([{ action: 'user.password-reset', actor: email }]);
});

test('known and unknown addresses get the same answers, and requests do not look who is known', async () => {
  const { email } = await newPerson();
  const stranger = 'stranger@north.test';
  await world.db.asSystem(async (tx) => {
    // Whoever looked at the users now would wait for the end of this transaction.
    await tx.execute(sql`lock table users in access exclusive mode`);
    for (const address of [email, stranger]) {
      const requested = await world.browser().call(resetPassword, { email: address });
      expect([requested.status, requested.body]).toEqual([200, { ok: true }]);
    }
  });
  for (const address of [email, stranger]) {
    const guess = { email: address, code: 'AAAAAAAA', newPassword: NEW_PASSWORD };
    const tried = await world.browser().call(confirmResetPassword, guess);
    expect([tried.status, tried.body]).toEqual([400, INVALID]);
  }
  await world.mailTo(email, SUBJECT);
  expect(await world.mailCount(stranger)).toBe(0);
});

test('requests are limited per person and network, equally for known and unknown addresses', async () => {
  const { email } = await newPerson();
  for (const address of [email, 'another-stranger@north.test']) {
    const statuses: number[] = [];
    for (let index = 0; index < 7; index++)
      statuses.push((await world.browser('198.51.100.7').call(resetPassword, { email: address })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await world.browser().call(resetPassword, { email: address })).status).toBe(200);
  }
});

test('a flood of requests neither voids the code of the owner nor fills the mailbox', async () => {
  const { email } = await newPerson();
  const owner = world.browser();
  await owner.call(signIn, { email, password: GOOD_PASSWORD });
  const code = await mailedCode(email);
  for (let index = 0; index < 12; index++)
    expect((await world.browser().call(resetPassword, { email })).status).toBe(200);
  await expect.poll(() => world.mailCount(email)).toBe(4);
  // From a known device a code is mailed all the same.
  await owner.call(resetPassword, { email });
  await expect.poll(() => world.mailCount(email)).toBe(5);
  const answer = await world.browser().call(confirmResetPassword, { email, code, newPassword: NEW_PASSWORD });
  expect(answer.status).toBe(200);
});

test('wrong codes of strangers do not void a code; it is void after 500, even parallel ones', async () => {
  const { email, userId } = await newPerson();
  const code = await mailedCode(email);
  const guess = () =>
    world.browser().call(confirmResetPassword, { email, code: 'WRONG222', newPassword: NEW_PASSWORD });
  const ofUser = eq(passwordResetCodes.userId, userId);
  for (const answer of await Promise.all(Array.from({ length: 12 }, guess))) expect(answer.body).toEqual(INVALID);
  // The right code with a weak password costs no try.
  const weak = await world.browser().call(confirmResetPassword, { email, code, newPassword: 'Password1!' });
  expect(weak.body.errorCode).toBe('WEAK_PASSWORD');
  const rows = () => world.db.asSystem((tx) => tx.select().from(passwordResetCodes).where(ofUser));
  expect(await rows()).toMatchObject([{ tries: 12 }]);
  await world.db.asSystem((tx) => tx.update(passwordResetCodes).set({ tries: 495 }).where(ofUser));
  for (const answer of await Promise.all(Array.from({ length: 8 }, guess))) expect(answer.body).toEqual(INVALID);
  const [row] = await rows();
  expect(row?.tries).toBe(500);
  expect(row?.codeHmac).not.toContain(code);
  expect((await world.browser().call(confirmResetPassword, { email, code, newPassword: NEW_PASSWORD })).body).toEqual(
    INVALID,
  );
  expect((await world.browser().call(signIn, { email, password: GOOD_PASSWORD })).status).toBe(200);
});

test('only one of two parallel callers with the right code sets the password', async () => {
  const { email } = await newPerson();
  const code = await mailedCode(email);
  const responses = await Promise.all(
    [NEW_PASSWORD, `${NEW_PASSWORD}!`].map((newPassword) =>
      world.browser().call(confirmResetPassword, { email, code, newPassword }),
    ),
  );
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test('expired codes, used codes and codes of other users are refused', async () => {
  const { email, userId } = await newPerson();
  const { email: other } = await newPerson();
  const first = await mailedCode(email);
  const otherCode = await mailedCode(other);
  await world.db.asSystem((tx) =>
    tx
      .update(passwordResetCodes)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(passwordResetCodes.userId, userId)),
  );
  const refused = async (code: string) =>
    expect((await world.browser().call(confirmResetPassword, { email, code, newPassword: NEW_PASSWORD })).body).toEqual(
      INVALID,
    );
  await refused(first);
  await world.browser().call(resetPassword, { email });
  await expect.poll(() => world.mailCount(email)).toBe(2);
  await refused(first);
  await refused(otherCode);
});

test('code tries are limited per person and network', async () => {
  const { email } = await newPerson();
  const code = await mailedCode(email);
  const ip = '198.51.100.8';
  const tries = await Promise.all(
    Array.from({ length: 12 }, () =>
      world.browser(ip).call(confirmResetPassword, { email, code: 'AAAAAAAA', newPassword: NEW_PASSWORD }),
    ),
  );
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
  const elsewhere = await world.browser().call(confirmResetPassword, { email, code, newPassword: NEW_PASSWORD });
  expect(elsewhere.status).toBe(200);
});

test('changing the password voids a code mailed before', async () => {
  const { email } = await newPerson();
  const code = await mailedCode(email);
  const browser = world.browser();
  await browser.call(signIn, { email, password: GOOD_PASSWORD });
  await browser.call(changePassword, { currentPassword: GOOD_PASSWORD, newPassword: NEW_PASSWORD });
  const late = await world.browser().call(confirmResetPassword, { email, code, newPassword: `${NEW_PASSWORD}!` });
  expect(late.body).toEqual(INVALID);
});
