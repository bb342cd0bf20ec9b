import { confirmNewPassword, confirmResetPassword, inviteUser, resetPassword, signIn } from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmtpInbox, startSmtpInbox } from '#server/testing/smtp-inbox.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let inbox: SmtpInbox;
let server: TestServer;
let admin: Caller;

beforeAll(async () => {
  inbox = await startSmtpInbox();
  server = await startTestServer({ SMTP_URL: inbox.url });
  const north = await createTestClient(server.platform, 'north');
  const person = await signedInPerson(server.platform, { memberOf: { [north]: ['USER', 'ADMIN'] } });
  admin = { token: person.token, client: 'north' };
}, 60_000);
afterAll(async () => {
  await server.close();
  await inbox.close();
});

/** Waits for `count` mails; returns the newest with the password or code in it. */
async function mailNumber(count: number, email: string) {
  await expect.poll(() => inbox.mailsTo(email).length, { timeout: 30_000 }).toBe(count);
  const mail = inbox.mailsTo(email).at(-1);
  return { subject: mail?.subject, text: mail?.text ?? '', word: /^ {4}(\S+)\r?$/m.exec(mail?.text ?? '')?.[1] ?? '' };
}

test('a user signs in, and resets the password, with mails sent through SMTP', async () => {
  const email = 'new.colleague@north.test';
  await server.call(inviteUser, { email, userPermissions: ['USER'] }, admin);
  const invitation = await mailNumber(1, email);
  expect(invitation.subject).toBe('You are invited to north on Quarry');
  expect(invitation.text).toContain('http://quarry.test/login?next=%2Fapp%2Fnorth');
  const started = await server.call(signIn, { email, password: invitation.word });
  if (started.step !== 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED') throw new Error(started.step);
  const chosen = { challenge: started.challenge, newPassword: 'Kettle/Harbour/88/Moss' };
  expect((await server.call(confirmNewPassword, chosen)).step).toBe('DONE');

  await server.call(resetPassword, { email });
  const reset = await mailNumber(2, email);
  expect(reset.subject).toMatch(/code for a new/);
  expect(reset.text).toContain(`http://quarry.test/confirm-reset-password?email=${encodeURIComponent(email)}`);
  const newPassword = 'Walnut/Ladder/12/Fog';
  expect((await server.call(confirmResetPassword, { email, code: reset.word, newPassword })).step).toBe('DONE');
  expect((await mailNumber(3, email)).subject).toMatch(/was changed/);
  expect((await server.call(signIn, { email, password: newPassword })).step).toBe('DONE');
}, 120_000);
