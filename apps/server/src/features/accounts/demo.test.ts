import {
  brokenPasswordRules,
  FEATURE_FLAGS,
  getClient,
  getUser,
  resetPassword,
  STAFF_PERMISSIONS,
  signIn,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { apiKeys } from '@quarry/postgres/tables/api-keys';
import { clients } from '@quarry/postgres/tables/clients';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { jobs } from '@quarry/postgres/tables/jobs';
import { users } from '@quarry/postgres/tables/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateKey, hashKey } from '../api-keys/key-format.ts';
import { ensureDemo, finishDemo } from './demo.ts';
import { issueIdentityToken } from './identity/identity-token.ts';
import { startSession } from './identity/sessions.ts';
import { openTestApp, type TestApp } from './testing/test-app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await openTestApp({ QUARRY_DEMO: 'on', QUARRY_DEMO_COMPANIES: '300' });
});
afterAll(() => world.close());

test('two simultaneous first starts create one demo; its password is returned once and stored as a hash', async () => {
  const starts = await Promise.all([ensureDemo(world.platform), ensureDemo(world.platform)]);
  const created = starts.filter(({ isNew }) => isNew);
  expect(created).toHaveLength(1);
  const password = created[0]?.generatedPassword ?? '';
  expect(brokenPasswordRules(password)).toEqual([]);
  expect(starts.find(({ isNew }) => !isNew)?.generatedPassword).toBeNull();
  expect(await ensureDemo(world.platform)).toMatchObject({ isNew: false, generatedPassword: null });
  const people = await world.db.asSystem((tx) => tx.select().from(users));
  expect(people).toHaveLength(3);
  expect(JSON.stringify(people)).not.toContain(password);
  expect(await world.db.asSystem((tx) => tx.select().from(creditLedger))).toHaveLength(4);

  const open = async (email: string) => {
    const browser = world.browser();
    expect((await browser.call(signIn, { email, password })).body.step).toBe('DONE');
    return browser;
  };
  const admin = await open('admin@demo.quarry.test');
  expect((await admin.call(getUser)).body.user).toMatchObject({
    clients: [{ clientName: 'acme' }, { clientName: 'demo' }],
    userPermissions: ['USER', 'ADMIN'],
    staffPermissions: [],
  });
  expect((await admin.call(getClient, {}, 'demo')).body).toMatchObject({
    featureFlags: FEATURE_FLAGS.filter((flag) => flag !== 'useMarketsForSourcing'),
    creditBalances: { CONTACT: 5000, ENRICHMENT: 1000, PHONE_NUMBER: 200 },
    limits: { companies: 600 },
    userPermissions: ['USER', 'ADMIN'],
  });
  const acme = (await admin.call(getClient, {}, 'acme')).body;
  expect(acme).toMatchObject({ featureFlags: [], userPermissions: ['USER', 'ADMIN'] });
  expect(acme.creditBalances).toMatchObject({ ENRICHMENT: null, PHONE_NUMBER: null });
  const user = await open('user@demo.quarry.test');
  expect((await user.call(getUser)).body.user).toMatchObject({
    clients: [{ clientName: 'demo' }],
    userPermissions: ['USER'],
  });
  const staff = await open('staff@quarry.test');
  expect((await staff.call(getUser)).body.user.staffPermissions).toEqual([...STAFF_PERMISSIONS]);
});

test('after the first builds acme gets a limit below its size and demo its last flag, once', async () => {
  const demoFlags = async () =>
    (await world.db.asSystem((tx) => tx.select().from(clients).where(eq(clients.name, 'demo'))))[0]?.featureFlags;
  const limit = async () =>
    (await world.db.asSystem((tx) => tx.select().from(clients).where(eq(clients.name, 'acme'))))[0]?.companyLimit;
  await finishDemo(world.platform);
  expect(await limit()).toBeNull();
  await world.db.asSystem(async (tx) => {
    for (const { id } of await tx.select().from(clients)) {
      const [version] = await tx
        .insert(datasetVersions)
        .values({ clientId: id, status: 'READY', rowCount: 50 })
        .returning();
      await tx
        .update(clients)
        .set({ datasetVersion: version?.version ?? 0 })
        .where(eq(clients.id, id));
    }
  });
  await finishDemo(world.platform);
  expect(await limit()).toBe(40);
  expect(await demoFlags()).toEqual([...FEATURE_FLAGS]);
  await world.db.asSystem((tx) => tx.update(clients).set({ companyLimit: 45 }).where(eq(clients.name, 'acme')));
  await finishDemo(world.platform);
  expect(await limit()).toBe(45);
});

test('a configured password is used and not returned', async () => {
  const configured = await openTestApp({ QUARRY_DEMO: 'on', QUARRY_DEMO_PASSWORD: 'chosen-by-the-operator' });
  try {
    expect(await ensureDemo(configured.platform)).toMatchObject({ isNew: true, generatedPassword: null });
    const answer = await configured
      .browser()
      .call(signIn, { email: 'staff@quarry.test', password: 'chosen-by-the-operator' });
    expect(answer.status).toBe(200);
  } finally {
    await configured.close();
  }
});

test('without the demo its users are strangers, with a password, a session, an API key or a reset code', async () => {
  const password = 'chosen-by-the-operator';
  const off = await openTestApp({ QUARRY_DEMO: 'off', QUARRY_DEMO_PASSWORD: password });
  try {
    await ensureDemo(off.platform);
    const email = 'staff@quarry.test';
    const answer = await off.browser().call(signIn, { email, password });
    expect([answer.status, answer.body.errorCode]).toEqual([401, 'INVALID_CREDENTIALS']);
    await off.browser().call(resetPassword, { email });
    await expect
      .poll(() => off.db.asSystem((tx) => tx.select({ status: jobs.status }).from(jobs)))
      .toEqual([{ status: 'COMPLETE' }]);
    expect(await off.mailCount(email)).toBe(0);

    const { session, key } = await off.db.asSystem(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.email, 'admin@demo.quarry.test'));
      const [demo] = await tx.select().from(clients).where(eq(clients.name, 'demo'));
      const [createdBy, clientId, key] = [user?.id ?? '', demo?.id ?? '', generateKey()];
      await tx
        .insert(apiKeys)
        .values({ clientId, name: 'Left', keyHash: hashKey(key), prefix: 'qk_left', scope: 'read', createdBy });
      return { session: await startSession(tx, off.platform.secrets, createdBy, 'test'), key };
    });
    const browser = off.browser();
    for (const token of [(await issueIdentityToken(off.platform.secrets, session)).idToken, key]) {
      browser.idToken = token;
      expect((await browser.call(getClient, {}, 'demo')).status).toBe(401);
    }
  } finally {
    await off.close();
  }
});
