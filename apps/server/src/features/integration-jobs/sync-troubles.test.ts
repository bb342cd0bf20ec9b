import { sql as statement } from '@quarry/clickhouse';
import {
  addSuppressions,
  checkStartIntegrationJob,
  describeExternalFields,
  getCompanySyncStatus,
  type IntegrationJob,
  listAmbiguousMatches,
  listSyncErrorGroups,
  MATCH_RULES,
  resolveMatches,
} from '@quarry/contracts';
import { and, eq, sql } from '@quarry/postgres';
import { crmCallLimits, integrationJobs, syncStatuses } from '@quarry/postgres/tables/integrations';
import { jobs } from '@quarry/postgres/tables/jobs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { rememberErased } from '#server/features/contacts/erased-people.ts';
import { type HubspotStandIn, startHubspot } from '#server/features/integrations/testing/stand-ins/hubspot/index.ts';
import { announceWork } from '#server/platform/jobs/announce.ts';
import { HUBSPOT_MAPPINGS, openSyncWorld, type SyncWorld } from './testing/sync-world.ts';

const PEOPLE = 12;
/** Nothing about these may reach the CRM: the whole company, and two people of others. */
const SUPPRESSED = 9;
const SUPPRESSED_PERSON = 10;
const ERASED_PERSON = 11;
/** The CRM has this person as we do, without a company. */
const KNOWN_PERSON = 8;

let hubspot: HubspotStandIn;
let world: SyncWorld;

const at = (place: number) => {
  const company = world.companies[place];
  if (company === undefined) throw new Error(`There is no company ${place}`);
  return company;
};
const emailAt = (place: number) => `person${place}@${at(place).domain}`;
const crmCompany = (place: number) => {
  const found = hubspot.companies.live.find(({ values }) => values.domain === at(place).domain);
  if (found === undefined) throw new Error(`The CRM has no company ${place}`);
  return found;
};
const idsOf = (...places: number[]) => ({ companyIds: places.map((place) => at(place).id) });
const groups = async () => {
  const { items } = await world.server.call(listSyncErrorGroups, { limit: 50 }, world.admin);
  return items.map(({ errorCode, shortDescription, errorCount }) => [errorCode, shortDescription, errorCount]);
};
const mailCount = () => world.server.platform.db.asSystem((tx) => tx.$count(jobs, eq(jobs.type, 'mail')));

beforeAll(async () => {
  hubspot = await startHubspot({ searchLagMs: 0 });
  world = await openSyncWorld(hubspot, 'HUBSPOT', { companies: 300, people: PEOPLE, mappings: HUBSPOT_MAPPINGS });
}, 120_000);
afterAll(async () => {
  await world?.close();
  await hubspot?.close();
});
afterEach(() => {
  hubspot.rules.length = 0;
  hubspot.server.faults.clear();
});

describe('a daily allowance that is spent in the middle of a sync', () => {
  let jobId: string;
  const inQueue = async () => {
    const [row] = await world.server.platform.db.asSystem((tx) => tx.select().from(jobs).where(eq(jobs.id, jobId)));
    return row;
  };
  const isPaused = async () => (await inQueue())?.status === 'WAITING' && (await world.job(jobId)).pausedUntil !== null;
  /** The time at which the job goes on has come. */
  const nextDay = () =>
    world.server.platform.db.asSystem(async (tx) => {
      await tx.update(crmCallLimits).set({ blockedUntil: new Date(), busyUntil: new Date() });
      await tx.update(integrationJobs).set({ pausedUntil: null }).where(eq(integrationJobs.jobId, jobId));
      await tx.update(jobs).set({ runAfter: sql`now()` }).where(eq(jobs.id, jobId));
      await announceWork(tx);
    });

  test('pauses it until its time, in which nothing calls the CRM', async () => {
    const { db } = world.server.platform;
    await world.server.call(
      addSuppressions,
      { entries: [at(SUPPRESSED).domain, emailAt(SUPPRESSED_PERSON)] },
      world.admin,
    );
    await db.asSystem((tx) => rememberErased(tx, { emails: [emailAt(ERASED_PERSON)], personUrls: [] }));
    const known = { firstname: `First${KNOWN_PERSON}`, lastname: `Last${KNOWN_PERSON}`, jobtitle: 'Head of Sales' };
    hubspot.contacts.create({ ...known, email: emailAt(KNOWN_PERSON) });
    hubspot.rules.push(() => {
      hubspot.isDaySpent = true;
      return null;
    });
    jobId = await world.start();
    await expect.poll(isPaused, { timeout: 60_000 }).toBe(true);
    const job = await world.job(jobId);
    expect(job).toMatchObject({ status: 'IN_PROGRESS', pausedUntil: (await inQueue())?.runAfter.toISOString() });
    expect(job.message).toBe('The daily allowance of HubSpot is spent.');
    expect(job.progress.numAccountsCreated).toBeGreaterThan(0);
    const calls = hubspot.server.calls.length;
    const { integrationId } = world;
    const asked = await world.server.refused(describeExternalFields, { integrationId }, world.admin);
    expect(asked.body).toMatchObject({
      errorCode: 'CRM_REFUSED',
      message: 'The daily allowance of HubSpot is spent. Please try again later.',
    });
    const start = await world.server.call(checkStartIntegrationJob, { integrationId }, world.admin);
    expect(start).toMatchObject({ cantStartJobReason: 'INTEGRATION_JOB_ALREADY_RUNNING', jobId });
    expect(hubspot.server.calls).toHaveLength(calls);
  });

  test('asks once when the time has come, and waits again', async () => {
    const calls = hubspot.server.calls.length;
    await nextDay();
    await expect.poll(isPaused, { timeout: 30_000 }).toBe(true);
    expect(hubspot.server.calls).toHaveLength(calls + 1);
  });

  test('lets it go on by itself, and each record is there once', async () => {
    hubspot.isDaySpent = false;
    // The answer to the call that attaches contacts says nothing about them.
    const silent = { status: 'COMPLETE', results: [] };
    hubspot.server.faults.plan({ on: /associate/, fault: { kind: 'answer', status: 200, body: silent } });
    await nextDay();
    const companies = world.companies.length;
    expect(await world.ended(jobId)).toMatchObject({
      status: 'COMPLETE',
      pausedUntil: null,
      progress: {
        numAccountsToProcess: companies,
        numAccountsCreated: companies - 1,
        numAccountsSkipped: 1,
        numContactsToProcess: PEOPLE,
        numContactsFailed: PEOPLE - 3,
        numContactsSkipped: 3,
      },
    });
    expect(hubspot.companies.live).toHaveLength(companies - 1);
    expect(hubspot.duplicates).toEqual([]);
    expect(hubspot.server.contractViolations).toEqual([]);
  });

  test('a contact is not done before it is attached to its company', async () => {
    expect(await groups()).toEqual([['GF_CONTACT_OUTCOME_UNKNOWN', 'CRM did not answer', PEOPLE - 3]]);
    await world.sync();
    expect(hubspot.contactsWithoutCompany).toEqual([]);
    expect(await groups()).toEqual([]);
  });

  test('suppressed and erased people, and suppressed companies, never reach it', () => {
    const stored = JSON.stringify([hubspot.companies.all, hubspot.contacts.all]);
    for (const place of [SUPPRESSED, SUPPRESSED_PERSON, ERASED_PERSON]) expect(stored).not.toContain(emailAt(place));
    expect(stored).not.toContain(at(SUPPRESSED).domain);
    expect(hubspot.contacts.live).toHaveLength(PEOPLE - 3);
  });
});

describe('rights', () => {
  const without = async (scope: string): Promise<IntegrationJob> => {
    const { scopes } = hubspot.oauth.options;
    hubspot.oauth.options.scopes = scopes.filter((one) => one !== scope);
    hubspot.companies.update(crmCompany(0).id, { name: 'Drifted' });
    hubspot.contacts.update(hubspot.contacts.live[0]?.id ?? '', { lastname: 'Drifted' });
    const job = await world.sync();
    hubspot.oauth.options.scopes = scopes;
    return job;
  };

  test('without that of writing contacts, companies are synced and the job says why contacts are not', async () => {
    expect(await without('crm.objects.contacts.write')).toMatchObject({
      status: 'FAILED',
      message: 'HubSpot refused contacts: One or more of the following scopes are required: crm.objects.contacts.write',
      progress: { numAccountsUpdated: 1, numAccountsFailed: 0 },
    });
    expect(crmCompany(0).values.name).toBe(at(0).name);
  });

  test('without that of reading the fields, the sync ends at once', async () => {
    expect(await without('crm.schemas.companies.read')).toMatchObject({
      status: 'FAILED',
      message: 'The CRM said: One or more of the following scopes are required: crm.schemas.companies.read',
    });
    expect(crmCompany(0).values.name).toBe('Drifted');
  });

  test('revoked in the middle, they end it with a text and one mail, and a new connection brings the rest', async () => {
    const mails = await mailCount();
    hubspot.rules.push(() => {
      hubspot.oauth.revokeAccess();
      return null;
    });
    const problem = 'HubSpot no longer accepts the connection. Connect HubSpot again.';
    expect(await world.sync()).toMatchObject({ status: 'FAILED', message: problem });
    const { integrationId } = world;
    const start = await world.server.call(checkStartIntegrationJob, { integrationId }, world.admin);
    expect(start).toMatchObject({ cantStartJobReason: 'INTEGRATION_INCORRECTLY_CONFIGURED', message: problem });
    expect(await mailCount()).toBe(mails + 1);
    hubspot.rules.length = 0;
    await world.connect('HUBSPOT');
    expect(await world.sync()).toMatchObject({ status: 'COMPLETE', progress: { numContactsUpdated: 1 } });
  });
});

describe('a record that somebody', () => {
  test('deleted is left alone, and taken up again once it is restored', async () => {
    const { id } = crmCompany(1);
    hubspot.companies.update(id, { name: 'Drifted' });
    hubspot.companies.remove(id);
    expect(await world.sync(idsOf(1))).toMatchObject({ progress: { numAccountsFailed: 1 } });
    expect(await groups()).toContainEqual(['HS_COMPANY_OBJECT_NOT_FOUND', 'Record no longer exists', 1]);
    expect(await world.sync(idsOf(1))).toMatchObject({ progress: { numAccountsSkipped: 1 } });
    hubspot.companies.restore(id);
    expect(await world.sync(idsOf(1))).toMatchObject({ progress: { numAccountsUpdated: 1 } });
    expect(crmCompany(1)).toMatchObject({ id, values: { name: at(1).name } });
    const { syncStatuses: shown } = await world.server.call(getCompanySyncStatus, { companyId: at(1).id }, world.admin);
    expect(shown).toMatchObject([{ isSyncDisabled: false, lastSyncStatus: 'SUCCESS', lastSyncError: null }]);
  });

  test('merged is followed to where it went, unless another company is there', async () => {
    const survivor = hubspot.companies.create({ name: 'Survivor' });
    hubspot.companies.merge(crmCompany(2).id, survivor.id);
    hubspot.companies.merge(crmCompany(3).id, crmCompany(4).id);
    expect(await world.sync(idsOf(2, 3, 4))).toMatchObject({
      progress: { numAccountsUpdated: 1, numAccountsSkipped: 1, numAccountsFailed: 1 },
    });
    expect(survivor.values.name).toBe(at(2).name);
    expect(crmCompany(4).values.name).toBe(at(4).name);
    expect(await groups()).toContainEqual(['GF_COMPANY_RECORD_TAKEN', 'Another record is linked already', 1]);
  });
});

test('a mapped field that somebody removed is named, and the others are synced', async () => {
  hubspot.removeProperty('companies', 'numberofemployees');
  hubspot.companies.update(crmCompany(5).id, { name: 'Drifted' });
  expect(await world.sync(idsOf(5))).toMatchObject({
    status: 'COMPLETE',
    message: 'Mapped field does not exist in CRM: Employees. You should remove the mapping or create the field.',
    progress: { numAccountsUpdated: 1, numAccountsFailed: 0 },
  });
  expect(await groups()).toContainEqual(['GF_COMPANY_FIELD_NOT_IN_CRM', 'Mapped field does not exist in CRM', 0]);
  await world.map('company', 'employee_count', null);
});

test.each(MATCH_RULES)('of several records, the rule %s takes its own, and nothing is written before', async (rule) => {
  const place = 20 + MATCH_RULES.indexOf(rule);
  hubspot.companies.remove(crmCompany(place).id);
  const { db } = world.server.platform;
  const own = and(eq(syncStatuses.integrationId, world.integrationId), eq(syncStatuses.recordId, at(place).id));
  await db.asClient(world.client.id, (tx) => tx.delete(syncStatuses).where(own));
  const { domain } = at(place);
  const created = (name: string, year: number) =>
    hubspot.companies.create({ name, domain }, 'seed', new Date(`${year}-01-01`));
  const twins = {
    OLDEST: created('Oldest', 2010),
    MOST_RECENTLY_ACTIVE: created('Active', 2012),
    MOST_CONTACTS: created('Sociable', 2011),
  };
  hubspot.companies.update(twins.MOST_RECENTLY_ACTIVE.id, { phone: '1' });
  for (const { id } of hubspot.contacts.live.slice(0, 2)) hubspot.associations.add(`${id} ${twins.MOST_CONTACTS.id}`);
  expect(await world.sync(idsOf(place))).toMatchObject({ progress: { numAccountsFailed: 1, numAccountsUpdated: 0 } });
  expect(Object.values(twins).map(({ writes }) => writes)).toEqual([0, 0, 0]);
  const of = { integrationId: world.integrationId, recordType: 'company' } as const;
  expect((await world.server.call(listAmbiguousMatches, of, world.admin)).items[0]?.candidates).toHaveLength(3);
  expect(await world.server.call(resolveMatches, { ...of, rule }, world.admin)).toEqual({ resolved: 1 });
  expect(await world.sync(idsOf(place))).toMatchObject({ progress: { numAccountsUpdated: 1 } });
  expect(Object.entries(twins).filter(([, { writes }]) => writes > 0)).toMatchObject([
    [rule, { values: { name: at(place).name } }],
  ]);
});

test('a sync that breaks off once its plan is dropped ends at the next attempt', async () => {
  const { db, warehouse } = world.server.platform;
  const { command } = warehouse;
  const plans = () =>
    warehouse.rows(
      statement`SELECT name FROM system.tables WHERE startsWith(name, 'sync_plan_')`,
      z.object({ name: z.string() }),
    );
  const spy = vi.spyOn(warehouse, 'command').mockImplementation(async (...args) => {
    const before = await plans();
    await command(...args);
    if ((await plans()).length >= before.length) return;
    spy.mockRestore();
    throw new Error('The engine broke off.');
  });
  const job = await world.sync(idsOf(0, 1));
  expect(job.status).toBe('COMPLETE');
  const [row] = await db.asSystem((tx) => tx.select().from(jobs).where(eq(jobs.id, job.id)));
  expect(row?.attempt).toBe(2);
});
