import {
  getCompanySyncStatus,
  getSyncPlan,
  type IntegrationJob,
  listAmbiguousMatches,
  listSyncErrorGroups,
  listSyncErrors,
  resolveMatch,
  searchCompanies,
  startDryRun,
  undoSync,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { syncStatuses } from '@quarry/postgres/tables/integrations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HubspotStandIn, startHubspot } from '#server/features/integrations/testing/stand-ins/hubspot/index.ts';
import { HUBSPOT_MAPPINGS, openSyncWorld, type SyncWorld } from './testing/sync-world.ts';

let hubspot: HubspotStandIn;
let world: SyncWorld;

const PEOPLE = 60;
/** The CRM had these before: in another spelling, twice, and one whose name its administrator forbids. */
const SPELLED = 3;

const at = (place: number) => {
  const company = world.companies[place];
  if (company === undefined) throw new Error(`There is no company ${place}`);
  return company;
};

beforeAll(async () => {
  hubspot = await startHubspot({ searchLagMs: 0 });
  world = await openSyncWorld(hubspot, 'HUBSPOT', { companies: 260, people: PEOPLE, mappings: HUBSPOT_MAPPINGS });
  for (let place = 0; place < SPELLED; place++) {
    hubspot.companies.create({ name: `Known ${place}`, domain: `www.${at(place).domain}` });
  }
  for (const name of ['Twin', 'Other twin']) hubspot.companies.create({ name, domain: at(SPELLED).domain });
  hubspot.rules.push((type, values) =>
    type === 'companies' && values.name === at(SPELLED + 1).name
      ? { code: 'INVALID_OPTION', field: 'name', message: 'Nobody may be called so' }
      : null,
  );
}, 120_000);
afterAll(async () => {
  await world?.close();
  await hubspot?.close();
});

const writes = (): number =>
  hubspot.server.calls.filter(({ path }) => /batch\/(?:create|update|upsert|archive)$/.test(path)).length;
const snapshot = () =>
  JSON.stringify(
    [hubspot.companies.live, hubspot.contacts.live].map((all) => all.map(({ id, values }) => [id, values])),
  );

let first: IntegrationJob;
let before: string;

describe('a first sync', () => {
  test('does what its dry run said, which writes nothing', async () => {
    before = snapshot();
    const { jobId } = await world.server.call(startDryRun, { integrationId: world.integrationId }, world.admin);
    expect(await world.ended(jobId)).toMatchObject({ status: 'COMPLETE', taskName: 'Dry Run' });
    expect(snapshot()).toBe(before);
    const { plan } = await world.server.call(getSyncPlan, { jobId }, world.admin);
    first = await world.sync();
    const { progress } = first;
    // The CRM's own rule cannot be foreseen.
    expect(plan.companies).toEqual({
      create: progress.numAccountsCreated + 1,
      update: progress.numAccountsUpdated,
      skip: progress.numAccountsSkipped,
      ambiguous: 1,
      fail: 0,
    });
    expect(plan.sample).toHaveLength(100);
    expect(plan.sample.find(({ externalId, action }) => externalId !== null && action === 'update')).toMatchObject({
      changes: expect.arrayContaining([
        expect.objectContaining({ displayName: 'Company name', before: expect.stringMatching(/^Known/) }),
      ]),
    });
  });

  test('creates each record once, adopts those under other spellings, and attaches contacts', async () => {
    const all = world.companies.length;
    expect(first).toMatchObject({
      status: 'COMPLETE',
      progress: {
        progress: 1,
        numAccountsToProcess: all,
        numAccountsCreated: all - SPELLED - 2,
        numAccountsUpdated: SPELLED,
        numAccountsFailed: 2,
        numAccountsSkipped: 0,
        numContactsToProcess: PEOPLE,
        numContactsCreated: PEOPLE - 2,
        numContactsFailed: 2,
      },
    });
    expect(hubspot.companies.live).toHaveLength(all);
    expect(hubspot.contacts.live).toHaveLength(PEOPLE - 2);
    expect(hubspot.duplicates).toEqual([]);
    expect(hubspot.contactsWithoutCompany).toEqual([]);
    expect(hubspot.server.contractViolations).toEqual([]);
    expect(hubspot.server.limitViolations).toEqual([]);
  });

  test('tells its errors by kind, in the words of the catalogue', async () => {
    const { items } = await world.server.call(listSyncErrorGroups, {}, world.admin);
    expect(items.map(({ errorCode, recordType, errorCount }) => [errorCode, recordType, errorCount])).toEqual([
      ['GF_CONTACT_ACCOUNT_NOT_CREATED', 'contact', 2],
      ['HS_COMPANY_INVALID_OPTION', 'company', 1],
      ['MULTIPLE_MATCHES', 'company', 1],
    ]);
    expect(items[1]).toMatchObject({
      field: 'Company name',
      shortDescription: 'Invalid option for Company name',
      fixes: ['DROP_MAPPING', 'CHANGE_STRATEGY', 'ADD_OPTIONS', 'RETRY'],
    });
    const details = await world.server.call(
      listSyncErrors,
      {
        recordType: 'company',
        field: 'Company name',
        errorCode: 'HS_COMPANY_INVALID_OPTION',
        integrationType: 'HUBSPOT',
      },
      world.admin,
    );
    expect(details).toMatchObject({ count: 1, items: [{ record: at(SPELLED + 1).name, value: at(SPELLED + 1).name }] });
  });

  test('shows how a company stands', async () => {
    const statusOf = async (companyId: string) =>
      (await world.server.call(getCompanySyncStatus, { companyId }, world.admin)).syncStatuses[0];
    expect(await statusOf(at(0).id)).toMatchObject({ lastSyncStatus: 'SUCCESS', wasCreatedByQuarry: false });
    expect(await statusOf(at(SPELLED + 5).id)).toMatchObject({ lastSyncStatus: 'SUCCESS', wasCreatedByQuarry: true });
    expect(await statusOf(at(SPELLED).id)).toMatchObject({
      lastSyncStatus: 'FAILED',
      lastSyncError: { shortDescription: 'Several CRM records match' },
    });
    const search = { search: at(0).domain, parts: ['companies' as const] };
    const [row] = (await world.server.call(searchCompanies, search, world.admin)).companies;
    expect(row?.__company_id).toBe(at(0).id);
    const linkedInId = row?.__linked_in_id ?? '';
    const shown = await world.server.call(getCompanySyncStatus, { linkedInId }, world.admin);
    expect(shown.syncStatuses).toEqual([await statusOf(at(0).id)]);
  });
});

describe('later syncs', () => {
  test('write nothing if nothing changed', async () => {
    const written = writes();
    expect(await world.sync({ companyIds: [at(10).id, at(11).id] })).toMatchObject({
      progress: { numAccountsToProcess: 2, numAccountsSkipped: 2, numContactsToProcess: 2, numContactsSkipped: 2 },
    });
    expect(writes()).toBe(written);
  });

  test('an auto-sync takes what changed or failed, and no more', async () => {
    await world.settings({ enableAutoSync: true });
    const { db } = world.server.platform;
    await db.asClient(world.client.id, (tx) =>
      tx.update(contacts).set({ position: 'Chief' }).where(eq(contacts.contactId, 'contact-000020')),
    );
    expect(await world.autoSync()).toMatchObject({
      taskName: 'Auto Sync',
      progress: { numAccountsToProcess: 2, numAccountsFailed: 2, numContactsToProcess: 3, numContactsUpdated: 1 },
    });
    expect(hubspot.contacts.live.filter(({ values }) => values.jobtitle === 'Chief')).toHaveLength(1);
  });

  test('link a twin once somebody has chosen it', async () => {
    const of = { integrationId: world.integrationId, recordType: 'company' } as const;
    const { items } = await world.server.call(listAmbiguousMatches, of, world.admin);
    expect(items.map(({ recordId, candidates }) => [recordId, candidates.map(({ name }) => name)])).toEqual([
      [at(SPELLED).id, ['Twin', 'Other twin']],
    ]);
    const externalId = items[0]?.candidates[1]?.externalId ?? '';
    const wrong = { ...of, recordId: at(SPELLED).id, externalId: '1' };
    expect((await world.server.refused(resolveMatch, wrong, world.admin)).body.errorCode).toBe('BAD_REQUEST');
    await world.server.call(resolveMatch, { ...of, recordId: at(SPELLED).id, externalId }, world.admin);
    expect(await world.sync({ companyIds: [at(SPELLED).id] })).toMatchObject({
      progress: { numAccountsUpdated: 1, numContactsCreated: 1 },
    });
    expect(hubspot.companies.get(externalId).values.name).toBe(at(SPELLED).name);
  });
});

describe('an undo', () => {
  test('restores what a sync overwrote and archives what it created, unless somebody changed it since', async () => {
    const edited = hubspot.companies.live.find(({ values }) => values.domain === at(40).domain)?.id ?? '';
    hubspot.companies.update(edited, { name: 'Edited by a person' });
    const restore = { isPreview: true, archiveCreated: true };
    const preview = await world.server.call(undoSync, { jobId: first.id, ...restore }, world.admin);
    const untouched = snapshot();
    expect(await world.ended(preview.jobId)).toMatchObject({ status: 'COMPLETE', taskName: 'Undo Preview' });
    expect(snapshot()).toBe(untouched);
    const { plan } = await world.server.call(getSyncPlan, { jobId: preview.jobId }, world.admin);
    const undo = await world.server.call(undoSync, { jobId: first.id, ...restore, isPreview: false }, world.admin);
    expect(await world.ended(undo.jobId)).toMatchObject({
      status: 'COMPLETE',
      progress: {
        numAccountsUpdated: plan.companies.create + plan.companies.update,
        numAccountsSkipped: plan.companies.skip,
        numContactsUpdated: plan.contacts.create,
      },
    });
    // The edited one, the twins, and the three that were there before.
    expect(new Set(hubspot.companies.live.map(({ values }) => values.name))).toEqual(
      new Set(['Edited by a person', 'Known 0', 'Known 1', 'Known 2', 'Twin', at(SPELLED).name]),
    );
    for (let place = 0; place < SPELLED; place++) {
      const restored = hubspot.companies.live.find(({ values }) => values.name === `Known ${place}`);
      expect(restored?.values.domain).toBe(`www.${at(place).domain}`);
    }
  });
});

describe('another account of the CRM', () => {
  test('stops the sync that runs, and nothing of the one before can be undone in it', async () => {
    const written = await world.sync();
    expect(written.canUndo).toBe(true);
    const changed = hubspot.companies.live.find(({ values }) => values.domain === at(50).domain);
    hubspot.companies.update(changed?.id ?? '', { name: 'Drifted' });
    const connected = Promise.withResolvers<void>();
    hubspot.server.faults.plan({ on: /batch\/update/, fault: { kind: 'heldAnswer', until: connected.promise } });
    hubspot.server.forgetCalls();
    const jobId = await world.start();
    await expect.poll(() => hubspot.server.callsTo(/batch\/update/).length, { timeout: 30_000 }).toBe(1);
    hubspot.portalId = '4712';
    expect(await world.connect('HUBSPOT')).toBe(world.integrationId);
    connected.resolve();
    expect(await world.ended(jobId)).toMatchObject({
      status: 'CANCELLED',
      message: 'Stopped because another HubSpot account was connected',
      canUndo: false,
    });
    expect(await world.server.platform.db.asSystem((tx) => tx.$count(syncStatuses))).toBe(0);
    const undo = await world.server.refused(undoSync, { jobId: written.id, isPreview: false }, world.admin);
    expect(undo.body.errorCode).toBe('CONFLICT');
  });

  test('gets every record, whatever the one before had', async () => {
    for (const { id } of hubspot.contacts.live) hubspot.contacts.remove(id);
    for (const { id } of hubspot.companies.live) hubspot.companies.remove(id);
    expect(await world.autoSync()).toMatchObject({
      progress: { numAccountsToProcess: world.companies.length, numContactsToProcess: PEOPLE },
    });
    expect(hubspot.companies.live).toHaveLength(world.companies.length - 1);
  });
});
