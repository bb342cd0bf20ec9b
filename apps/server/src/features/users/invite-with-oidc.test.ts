import { inviteUser, listUsers } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { users } from '@quarry/postgres/tables/users';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ OIDC_ISSUER: 'https://issuer.example.test', OIDC_CLIENT_ID: 'quarry' });
});
afterAll(() => server.close());

test('with an external identity provider, invitations have no password', async () => {
  const client = await createTestClient(server.platform, 'north');
  const admin = await signedInPerson(server.platform, { memberOf: { [client]: ['USER', 'ADMIN'] } });
  const asAdmin = { token: admin.token, client: 'north' };
  const email = 'outside@example.test';
  await server.call(inviteUser, { email, userPermissions: [] }, asAdmin);
  const mail = await vi.waitFor(async () => {
    const found = ((await server.platform.mailer.outbox?.()) ?? []).find(({ to }) => to === email);
    if (found === undefined) throw new Error('No mail yet');
    return found;
  }, 5000);
  expect(mail.subject).toBe('You were added to north on Quarry');
  expect(mail.text).not.toMatch(/password/i);
  const [row] = await server.platform.db.asSystem((tx) => tx.select().from(users).where(eq(users.email, email)));
  expect(row).toMatchObject({ passwordHash: null, mustChangePassword: false, temporaryPasswordExpiresAt: null });
  const members = (await server.call(listUsers, {}, asAdmin)).users;
  expect(members.find((member) => member.email === email)?.isPendingAcceptance).toBe(true);
});
