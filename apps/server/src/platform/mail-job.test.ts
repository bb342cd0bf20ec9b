import { createServer } from 'node:net';
import { inviteUser, listJobs, resetPassword } from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { users } from '@quarry/postgres/tables/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SmtpInbox, startSmtpInbox } from '#server/testing/smtp-inbox.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });

describe('with a mail server that is down', () => {
  let port: number;
  let inbox: SmtpInbox | null = null;
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    port = await freePort();
    server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    const north = await createTestClient(server.platform, 'north');
    const person = await signedInPerson(server.platform, { memberOf: { [north]: ['USER', 'ADMIN'] } });
    admin = { token: person.token, client: 'north' };
  });
  afterAll(async () => {
    await server.close();
    await inbox?.close();
  });

  const mailJobs = () =>
    server.platform.db.asSystem((tx) => tx.select().from(jobs).where(eq(jobs.type, 'mail')).orderBy(jobs.createdAt));
  const bothFailedOnce = () =>
    eventually(async () => (await mailJobs()).map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'WAITING'],
      [1, 'WAITING'],
    ]);
  const retryNow = () =>
    server.platform.db.asSystem(async (tx) => {
      await tx.update(jobs).set({ runAfter: sql`now()` }).where(eq(jobs.status, 'WAITING'));
      await tx.execute(sql`select pg_notify('quarry_jobs', '')`);
    });

  test('a promised mail waits, encrypted, and is sent once when the server is back', async () => {
    const { platform } = server;
    const invited = 'new.colleague@north.test';
    await server.call(inviteUser, { email: invited, userPermissions: [] }, admin);
    const forgetful = await signedInPerson(platform);
    await server.call(resetPassword, { email: forgetful.email });
    await bothFailedOnce();
    expect(platform.problems.list()).toMatchObject([
      {
        id: 'mail',
        stopsWork: false,
        message: expect.stringMatching(/^Mails cannot be sent \(.*ECONNREFUSED.*SMTP_URL/),
      },
    ]);
    const stored = JSON.stringify(await mailJobs());
    for (const secret of ['one-time password', 'Your code', invited, forgetful.email])
      expect(stored).not.toContain(secret);
    expect((await server.call(listJobs, {}, admin)).jobs).toMatchObject([{ type: 'mail', status: 'WAITING' }]);

    inbox = await startSmtpInbox(port);
    await retryNow();
    for (const [email, text] of [
      [invited, 'one-time password'],
      [forgetful.email, 'Your code'],
    ] as const) {
      await eventually(() => inbox?.mailsTo(email).map((mail) => mail.text)).toEqual([expect.stringContaining(text)]);
    }
    await eventually(async () => (await mailJobs()).map(({ status }) => status)).toEqual(['COMPLETE', 'COMPLETE']);
    for (const { input } of await mailJobs()) expect(input).toEqual({ sealed: null, expiresAt: null });
    expect(platform.problems.list()).toEqual([]);

    // As if the process had been killed between the mail and the end of its job.
    await platform.db.asSystem((tx) => tx.update(jobs).set({ status: 'WAITING' }).where(eq(jobs.type, 'mail')));
    await retryNow();
    await eventually(async () => (await mailJobs()).map(({ status }) => status)).toEqual(['COMPLETE', 'COMPLETE']);
    expect(inbox.mailsTo(invited)).toHaveLength(1);
    await inbox.close();
    inbox = null;
  });

  test('a reset code that has expired is not sent, and no mail to an address that is refused is tried again', async () => {
    const { platform } = server;
    await platform.db.asSystem((tx) => tx.delete(jobs));
    const { email } = await signedInPerson(platform);
    await server.call(resetPassword, { email });
    await server.call(inviteUser, { email: 'refused@north.test', userPermissions: [] }, admin);
    await bothFailedOnce();
    await platform.db.asSystem((tx) =>
      tx
        .update(jobs)
        .set({ input: sql`jsonb_set(${jobs.input}, '{expiresAt}', '"2020-01-01T00:00:00Z"')` })
        .where(sql`${jobs.input} ->> 'expiresAt' is not null`),
    );
    inbox = await startSmtpInbox(port);
    await retryNow();
    await eventually(async () => (await mailJobs()).map(({ status }) => status).toSorted()).toEqual([
      'COMPLETE',
      'ERROR',
    ]);
    expect(inbox.mailsTo(email)).toEqual([]);
    for (const { input } of await mailJobs()) expect(input).toEqual({ sealed: null, expiresAt: null });
  });
});

test('with MAIL=off nothing is promised that only a mail can keep', async () => {
  const server = await startTestServer({ MAIL: 'off' });
  try {
    const north = await createTestClient(server.platform, 'north');
    const person = await signedInPerson(server.platform, { memberOf: { [north]: ['USER', 'ADMIN'] } });
    const admin = { token: person.token, client: 'north' };
    for (const email of [person.email, 'nobody@north.test']) {
      const { status, body } = await server.refused(resetPassword, { email });
      expect([status, body.message]).toEqual([
        403,
        'This installation sends no mail. Please ask its operator for a new password.',
      ]);
    }
    const email = 'new@north.test';
    const refused = await server.refused(inviteUser, { email, userPermissions: [] }, admin);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'This installation sends no mail, so new users cannot be invited. Please ask its operator to create the user.',
    ]);
    const { db, mailer } = server.platform;
    expect(await db.asSystem((tx) => tx.select().from(users).where(eq(users.email, email)))).toEqual([]);
    const known = await signedInPerson(server.platform);
    await server.call(inviteUser, { email: known.email, userPermissions: [] }, admin);
    expect(await mailer.outbox?.()).toEqual([]);
    expect(await db.asSystem((tx) => tx.select().from(jobs).where(eq(jobs.type, 'mail')))).toEqual([]);
  } finally {
    await server.close();
  }
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  if (typeof address !== 'object' || address === null) throw new Error('No free port');
  return address.port;
}
