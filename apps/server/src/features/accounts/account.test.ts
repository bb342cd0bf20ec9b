import {
  getClient,
  getUser,
  getUserSettings,
  listJobs,
  saveClientSettings,
  saveUserSettings,
  signIn,
  type UserPermission,
} from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { clients } from '@quarry/postgres/tables/clients';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { jobs } from '@quarry/postgres/tables/jobs';
import { userSettings } from '@quarry/postgres/tables/user-settings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendCreditEntry } from './credits/append-credit-entry.ts';
import { creditBalances } from './credits/credit-balances.ts';
import { grantCredits } from './credits/grant-credits.ts';
import { addClient, addUser, GOOD_PASSWORD } from './testing/people.ts';
import { openTestApp, type TestApp } from './testing/test-app.ts';
import type { TestBrowser } from './testing/test-browser.ts';

let world: TestApp;
let north: string;
let south: string;
beforeAll(async () => {
  world = await openTestApp();
  north = await addClient(world.db, 'north', ['companiesListTabs']);
  south = await addClient(world.db, 'south');
});
afterAll(() => world.close());

let people = 0;
async function member(of: Record<string, UserPermission[]>, isPendingAcceptance = false): Promise<TestBrowser> {
  const email = `member${++people}@accounts.test`;
  await addUser(world.db, email, { member: of, isPendingAcceptance });
  const browser = world.browser();
  await browser.call(signIn, { email, password: GOOD_PASSWORD });
  return browser;
}

describe('the account', () => {
  test('before its first build', async () => {
    const browser = await member({ [north]: ['USER', 'ADMIN'] });
    const { body, status } = await browser.call(getClient, {}, 'north');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      clientName: 'north',
      appSettings: { companiesTableFields: null },
      featureFlags: ['companiesListTabs'],
      creditBalances: { CONTACT: null, ENRICHMENT: null, PHONE_NUMBER: null },
      limits: { companies: null },
      usageCounts: { companies: 0 },
      companiesSchema: [],
      dataBlockConfigs: [],
      userPermissions: ['USER', 'ADMIN'],
      datasetVersion: null,
      lastDataSyncCompletedAt: null,
    });
    expect(body.contactsSchema.map((field: { fieldName: string }) => field.fieldName)).toContain(
      'email_verification_status',
    );
    expect(body.ccmDataBlocksDefinitions.length).toBeGreaterThan(5);
  });

  test('with a dataset, limits and credits', async () => {
    const id = await addClient(world.db, 'built');
    await world.db.asSystem(async (tx) => {
      const [version] = await tx
        .insert(datasetVersions)
        .values({ clientId: id, status: 'READY', schema: { columns: [] }, rowCount: 1234 })
        .returning();
      await tx
        .update(clients)
        .set({
          companyLimit: 1000,
          datasetVersion: version?.version ?? 0,
          lastDataSyncCompletedAt: new Date('2026-01-02T03:04:05Z'),
        })
        .where(eq(clients.id, id));
      await grantCredits(tx, { clientId: id, creditType: 'CONTACT', amount: 7, actor: 'test', idempotencyKey: 'one' });
    });
    const browser = await member({ [id]: ['USER'] });
    const { body } = await browser.call(getClient, {}, 'built');
    expect(body).toMatchObject({
      limits: { companies: 1000 },
      usageCounts: { companies: 1234 },
      creditBalances: { CONTACT: 7, ENRICHMENT: null, PHONE_NUMBER: null },
      lastDataSyncCompletedAt: '2026-01-02T03:04:05.000Z',
    });
    expect(body.datasetVersion).toMatch(/^\d+$/);
    expect(body.companiesSchema.map((field: { fieldName: string }) => field.fieldName)).toContain('__quality_score');
  });

  test('opens for members only; unknown and foreign accounts give the same error', async () => {
    const browser = await member({ [north]: ['USER'] }, true);
    expect((await browser.call(getUser)).body.user.isPendingAcceptance).toBe(true);
    for (const name of ['south', 'nowhere', "x' or 1=1 --"]) {
      const answer = await browser.call(getClient, {}, name);
      expect(answer.status).toBe(403);
      expect(answer.body.message).toBe('You do not have access to this account.');
    }
    expect((await browser.call(getClient)).status).toBe(400);
    expect((await browser.call(getClient, {}, 'north')).body.userPermissions).toEqual(['USER']);
    expect((await browser.call(getUser)).body.user.isPendingAcceptance).toBe(false);
    expect((await world.browser().call(getClient, {}, 'north')).status).toBe(401);
  });
});

describe('settings', () => {
  test('of the account are saved by its administrators, with an audit entry', async () => {
    await world.db.asSystem(async (tx) => {
      const [version] = await tx
        .insert(datasetVersions)
        .values({ clientId: north, status: 'READY', schema: { columns: [] }, rowCount: 1 })
        .returning();
      await tx
        .update(clients)
        .set({ datasetVersion: version?.version ?? 0 })
        .where(eq(clients.id, north));
    });
    const input = { appSettings: { companiesTableFields: ['__added_at', '__sources', '__added_at'] } };
    const user = await member({ [north]: ['USER'] });
    expect((await user.call(saveClientSettings, input, 'north')).status).toBe(403);
    const admin = await member({ [north]: ['ADMIN'], [south]: ['USER'] });
    expect((await admin.call(saveClientSettings, input, 'south')).status).toBe(403);
    const saved = { appSettings: { companiesTableFields: ['__added_at', '__sources'] } };
    expect((await admin.call(saveClientSettings, input, 'north')).body).toEqual(saved);
    expect((await user.call(getClient, {}, 'north')).body).toMatchObject(saved);
    expect((await admin.call(getClient, {}, 'south')).body.appSettings).toEqual({ companiesTableFields: null });
    const bad = await admin.call(saveClientSettings, { appSettings: { companiesTableFields: [''] } }, 'north');
    expect(bad.status).toBe(422);
    const unknown = { appSettings: { companiesTableFields: ['__sources', 'none'] } };
    expect(await admin.call(saveClientSettings, unknown, 'north')).toMatchObject({
      status: 422,
      body: { context: { fieldNames: ['none'] } },
    });
    const trail = await world.db.asSystem((tx) =>
      tx.select().from(auditLog).where(eq(auditLog.action, 'client.settings-saved')),
    );
    expect(trail).toMatchObject([
      { clientId: north, target: 'north', before: { companiesTableFields: null }, after: saved.appSettings },
    ]);
  });

  test('of a user are stored per account', async () => {
    const browser = await member({ [north]: ['USER'], [south]: ['USER'] });
    const unset = { companiesTable: null, checklist: { done: [], isDismissed: false }, viewOrder: [] };
    expect((await browser.call(getUserSettings, {}, 'north')).body).toEqual(unset);
    const settings = {
      companiesTable: { order: ['name', 'country'], hidden: ['city'], widths: { name: 240 }, pinned: ['name'] },
      checklist: { done: ['filter'], isDismissed: false },
      viewOrder: ['b', 'a'],
    };
    expect((await browser.call(saveUserSettings, unset, 'north')).status).toBe(200);
    expect((await browser.call(saveUserSettings, settings, 'north')).body).toEqual(settings);
    expect((await browser.call(getUserSettings, {}, 'north')).body).toEqual(settings);
    expect((await browser.call(getUserSettings, {}, 'south')).body).toEqual(unset);
    expect((await (await member({ [north]: ['USER'] })).call(getUserSettings, {}, 'north')).body).toEqual(unset);
    await world.db.asSystem((tx) => tx.update(userSettings).set({ value: { companiesTable: 'older form' } }));
    expect((await browser.call(getUserSettings, {}, 'north')).body).toEqual(unset);
  });
});

test('lists jobs of the account that are running or ended within the hour', async () => {
  const browser = await member({ [north]: ['USER'] });
  await world.db.asSystem((tx) =>
    tx.insert(jobs).values([
      {
        clientId: north,
        type: 'build',
        status: 'PROCESSING',
        input: {},
        progress: 0.25,
        counts: { rows: 3 },
        startedAt: new Date(),
      },
      { clientId: north, type: 'old', status: 'COMPLETE', input: {}, finishedAt: sql`now() - interval '2 hours'` },
      { clientId: south, type: 'foreign', status: 'PROCESSING', input: {} },
      { clientId: null, type: 'installation', status: 'PROCESSING', input: {} },
    ]),
  );
  const { body } = await browser.call(listJobs, {}, 'north');
  expect(body.jobs).toMatchObject([
    { type: 'build', status: 'PROCESSING', progress: 0.25, counts: { rows: 3 }, message: '', error: null },
  ]);
});

test('settings of a user are bounded', async () => {
  const browser = await member({ [north]: ['USER'] });
  const widths = (columns: number) => Object.fromEntries(Array.from({ length: columns }, (_, at) => [`c${at}`, 100]));
  const save = (columns: number) =>
    browser.call(
      saveUserSettings,
      { companiesTable: { order: [], hidden: [], widths: widths(columns), pinned: [] } },
      'north',
    );
  expect((await save(500)).status).toBe(200);
  const refused = await save(501);
  expect([refused.status, refused.body.message]).toEqual([422, 'At most 500 columns can have a width']);
});

describe('credits', () => {
  const entry = (
    amount: number,
    idempotencyKey: string,
    kind: 'GRANT' | 'CONSUME' = amount < 0 ? 'CONSUME' : 'GRANT',
  ) => ({ clientId: south, creditType: 'ENRICHMENT', amount, kind, actor: 'test', idempotencyKey }) as const;

  test('are charged once per key and never fall below zero under parallel charges', async () => {
    await world.db.asClient(south, (tx) => appendCreditEntry(tx, entry(10, 'grant')));
    await world.db.asClient(south, (tx) => appendCreditEntry(tx, entry(10, 'grant')));
    const charges = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        world.db.asClient(south, (tx) => appendCreditEntry(tx, entry(-1, `charge ${index % 15}`))),
      ),
    );
    expect((await world.db.asClient(south, (tx) => creditBalances(tx, south))).ENRICHMENT).toBe(0);
    const refused = charges.filter((charge) => charge.status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(5);
    for (const charge of refused)
      expect(charge.reason).toMatchObject({ errorCode: 'INSUFFICIENT_CREDITS', context: { balance: 0, needed: 1 } });
    const rows = await world.db.asClient(south, (tx) => tx.select().from(creditLedger));
    expect(rows).toHaveLength(11);
    expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(0);
    expect(rows.every((row) => (row.balanceAfter ?? -1) >= 0)).toBe(true);
  });

  test('are not charged if the paid work fails', async () => {
    const before = (await world.db.asSystem((tx) => creditBalances(tx, south))).ENRICHMENT ?? 0;
    const failing = world.db.asClient(south, async (tx) => {
      await appendCreditEntry(tx, entry(5, 'undone'));
      throw new Error('the thing paid for failed');
    });
    await expect(failing).rejects.toThrow('paid for');
    expect((await world.db.asSystem((tx) => creditBalances(tx, south))).ENRICHMENT).toBe(before);
    const nothing = world.db.asClient(south, (tx) => grantCredits(tx, entry(0, 'nothing')));
    await expect(nothing).rejects.toThrow('above zero');
  });
});
