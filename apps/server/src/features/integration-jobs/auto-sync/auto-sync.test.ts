import {
  createPersona,
  createSegment,
  deletePersona,
  excludeCompanies,
  getSegment,
  type IntegrationJob,
  listIntegrationJobs,
  setSegmentAutosync,
  updatePersona,
  updateSegment,
} from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { jobs } from '@quarry/postgres/tables/jobs';
import { segmentContacts } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { type HubspotStandIn, startHubspot } from '#server/features/integrations/testing/stand-ins/hubspot/index.ts';
import { includedBy, removeContacts } from '#server/features/segments/personas/apply-definition.ts';
import { personaUpkeep } from '#server/features/segments/personas/upkeep/persona-upkeep.ts';
import { announceWork } from '#server/platform/jobs/announce.ts';
import { HUBSPOT_MAPPINGS, openSyncWorld, type SyncWorld } from '../testing/sync-world.ts';

let hubspot: HubspotStandIn;
let world: SyncWorld;

beforeAll(async () => {
  hubspot = await startHubspot({ searchLagMs: 0, searchesPerSecond: 100, requestsPer10Seconds: 1_000 });
  world = await openSyncWorld(hubspot, 'HUBSPOT', { companies: 180, people: 0, mappings: HUBSPOT_MAPPINGS });
  await world.map('company', '__segments', 'description');
  await world.map('contact', 'segments', 'city');
  await world.map('contact', 'segment_personas', 'country');
}, 120_000);
afterAll(async () => {
  await world?.close();
  await hubspot?.close();
});

const at = (each: number) => {
  const company = world.companies[each];
  if (company === undefined) throw new Error(`There is no company ${each}`);
  return company;
};
const crmCompany = (each: number) => {
  const found = hubspot.companies.live.find(({ values }) => values.domain === at(each).domain);
  if (found === undefined) throw new Error(`The CRM has no company ${each}`);
  return found;
};

const filter = (places: readonly number[]) => ({
  id: 'all',
  combinator: 'and' as const,
  rules: [{ id: 'one', field: 'domain', operator: 'isOneOf' as const, value: places.map((place) => at(place).domain) }],
});
async function createdSegment(name: string, places: readonly number[], isDynamic: boolean): Promise<string> {
  const definition = { name, filters: filter(places), isDynamic };
  const { item } = await world.server.call(createSegment, definition, world.admin);
  const read = () => world.server.call(getSegment, { segmentId: item.id }, world.admin);
  await expect.poll(async () => (await read()).item.sizeCompanies, { timeout: 20_000 }).toBe(places.length);
  return item.id;
}
const autoSyncSegment = (segmentId: string) =>
  world.server.call(
    setSegmentAutosync,
    { segmentId, integrationId: world.integrationId, autoSyncStatus: true },
    world.admin,
  );

const jobCount = async () => (await world.server.call(listIntegrationJobs, { limit: 1 }, world.admin)).count;
/** Starts a build after which an auto-sync is due. Returns the build's id. */
const startBuild = () =>
  world.server.platform.db.asSystem(async (tx) => {
    await tx.execute(sql`update integrations set last_auto_sync_at = null`);
    return requestBuild(tx, world.server.platform.jobs, world.client.id, {}, 'test');
  });
/** Waits for the auto-sync that comes after so many jobs. */
async function autoSyncAfter(known: number): Promise<IntegrationJob> {
  await expect.poll(jobCount, { timeout: 60_000 }).toBe(known + 1);
  const { items } = await world.server.call(listIntegrationJobs, { limit: 1 }, world.admin);
  return world.ended(items[0]?.id ?? '');
}
async function build(): Promise<IntegrationJob> {
  const known = await jobCount();
  await startBuild();
  return autoSyncAfter(known);
}

const searchOptions = { isEmailRequired: false, numContactsRequiredPerCompany: 2 };
const definitionOf = (segmentId: string, name: string) => ({
  segmentId,
  name,
  criteriaGroups: [
    { positionInclusionKeywords: ['head'], positionExclusionKeywords: [], seniorities: [], countries: [] },
  ],
  searchOptions,
});
const createdPersona = async (segmentId: string, name: string): Promise<string> =>
  (await world.server.call(createPersona, definitionOf(segmentId, name), world.admin)).item.id;
/** Adds a contact, which the persona includes. */
const include = (of: { segmentId: string; personaId: string }, name: string, place: number, rank = 1) =>
  world.server.platform.db.asClient(world.client.id, async (tx) => {
    const person = { firstName: 'First', lastName: name, position: 'Head of Sales' };
    const own = { clientId: world.client.id, contactId: name, companyId: at(place).id, ...person };
    await tx
      .insert(contacts)
      .values({ ...own, email: `${name}@${at(place).domain}` })
      .onConflictDoNothing();
    const included = { ...of, groupAt: 0, rank, includedAt: new Date() };
    await tx.insert(segmentContacts).values({ ...own, ...included, inclusionStatus: 'INCLUDED', rawName: name });
  });
const personOf = (name: string) => {
  const found = hubspot.contacts.live.find(({ values }) => String(values.email).startsWith(`${name}@`));
  if (found === undefined) throw new Error(`The CRM has no contact ${name}`);
  return found;
};
/** The last name of a contact in the CRM, its segments and its personas. */
const crm = (name: string) => {
  const { lastname, city, country } = personOf(name).values;
  return [lastname, city ?? '', country ?? ''];
};
/** Somebody changes contacts in the CRM. */
const drift = (...names: string[]) => {
  for (const name of names) hubspot.contacts.update(personOf(name).id, { lastname: 'Drifted' });
};

test('follows a build, and takes the segment alone; who leaves it gets its segments once more', async () => {
  await world.sync({ companyIds: [50, 51, 52].map((place) => at(place).id) });
  const segmentId = await createdSegment('Chosen', [50, 51, 52], true);
  await autoSyncSegment(segmentId);
  expect(await build()).toMatchObject({
    taskName: 'Auto Sync',
    progress: { numAccountsUpdated: 3, numAccountsCreated: 0, numAccountsFailed: 0 },
  });
  expect(crmCompany(50).values.description).toBe('Chosen');
  for (const place of [50, 51, 52]) hubspot.companies.update(crmCompany(place).id, { name: 'Drifted' });
  await world.server.call(excludeCompanies, { companies: { companyIds: [at(52).id] } }, world.admin);
  const left = { segmentId, name: 'Chosen', filters: filter([50]), isDynamic: true };
  await world.server.call(updateSegment, left, world.admin);
  expect(await build()).toMatchObject({ progress: { numAccountsToProcess: 1, numAccountsUpdated: 1 } });
  expect(crmCompany(51).values).toMatchObject({ name: 'Drifted', description: null });
  // It left the dataset, which sends nothing.
  expect(crmCompany(52).values).toMatchObject({ name: 'Drifted', description: 'Chosen' });
});

test('tells of a contact that its persona includes no more its segments and personas once, and nothing else', async () => {
  const { admin, client, server } = world;
  const segmentId = await createdSegment('Found', [40, 41, 42, 43], false);
  const [a, b, c] = [
    await createdPersona(segmentId, 'A'),
    await createdPersona(segmentId, 'B'),
    await createdPersona(segmentId, 'C'),
  ];
  await include({ segmentId, personaId: a }, 'deleted', 40);
  await include({ segmentId, personaId: b }, 'kept', 41);
  await include({ segmentId, personaId: b }, 'reduced', 41, 2);
  await include({ segmentId, personaId: c }, 'rechecked', 42);
  for (const personaId of [a, b]) await include({ segmentId, personaId }, 'still', 43);
  await autoSyncSegment(segmentId);
  expect(await world.autoSync()).toMatchObject({ progress: { numContactsCreated: 5, numContactsFailed: 0 } });
  expect(crm('deleted')).toEqual(['deleted', 'Found', 'A']);
  drift('deleted', 'kept', 'reduced', 'rechecked', 'still');

  await server.call(deletePersona, { segmentId, personaId: a }, admin);
  const one = {
    ...definitionOf(segmentId, 'B'),
    searchOptions: { ...searchOptions, numContactsRequiredPerCompany: 1 },
  };
  await server.call(updatePersona, { ...one, personaId: b }, admin);
  await server.platform.db.asClient(client.id, (tx) =>
    removeContacts(tx, includedBy(c), 'CONTACT_NO_LONGER_MATCH_CRITERIA'),
  );
  expect(await world.autoSync()).toMatchObject({ progress: { numContactsToProcess: 4, numContactsUpdated: 4 } });
  for (const name of ['deleted', 'reduced', 'rechecked']) expect(crm(name)).toEqual(['Drifted', '', '']);
  // Another persona includes it, so it is synced as before.
  expect(crm('still')).toEqual(['still', 'Found', 'B']);
  expect(crm('kept')).toEqual(['Drifted', 'Found', 'B']);
  expect(await world.autoSync()).toMatchObject({ progress: { numContactsToProcess: 0 } });

  await include({ segmentId, personaId: c }, 'rechecked', 42);
  expect(await world.autoSync()).toMatchObject({ progress: { numContactsToProcess: 1, numContactsUpdated: 1 } });
  expect(crm('rechecked')).toEqual(['rechecked', 'Found', 'C']);
});

test('begins once the contacts of segments are settled, so who leaves with a company is told the same day', async () => {
  const { client } = world;
  const { db, jobs: queue } = world.server.platform;
  const segmentId = await createdSegment('Leaving', [44, 45], true);
  await include({ segmentId, personaId: await createdPersona(segmentId, 'D') }, 'left', 45);
  await autoSyncSegment(segmentId);
  await world.autoSync();
  expect(crm('left')).toEqual(['left', 'Leaving', 'D']);
  drift('left');

  // The company matches no longer, and the contacts are settled late: another process is at them.
  await db.asClient(client.id, (tx) =>
    tx
      .update(segments)
      .set({ filters: filter([44]) })
      .where(eq(segments.id, segmentId)),
  );
  const known = await jobCount();
  const ofOther = { clientId: client.id, workerId: 'another', leaseUntil: new Date(Date.now() + 3_600_000) };
  const upkeep = { type: personaUpkeep.type, input: { segmentIds: [] }, concurrencyKey: client.id };
  await db.asSystem((tx) => tx.insert(jobs).values({ ...ofOther, ...upkeep, status: 'PROCESSING' }));
  const buildId = await startBuild();
  await expect.poll(async () => (await queue.get(buildId))?.status, { timeout: 60_000 }).toBe('COMPLETE');
  expect(await jobCount()).toBe(known);
  await db.asSystem(async (tx) => {
    await tx.delete(jobs).where(eq(jobs.workerId, ofOther.workerId));
    await announceWork(tx);
  });
  expect(await autoSyncAfter(known)).toMatchObject({
    taskName: 'Auto Sync',
    progress: { numAccountsToProcess: 1, numAccountsUpdated: 1, numContactsToProcess: 1, numContactsUpdated: 1 },
  });
  expect(crm('left')).toEqual(['Drifted', '', '']);
});
