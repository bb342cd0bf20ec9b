import {
  COMPANIES_SYNC_MODES,
  CONTACTS_SYNC_MODES,
  createPersona,
  createSegment,
  deletePersona,
  excludeCompanies,
  getExport,
  getSegment,
  getSyncPlan,
  type IntegrationJob,
  listIntegrationJobs,
  type SyncPlan,
  saveFieldMapping,
  setSegmentAutosync,
  startDryRun,
  startExport,
  UPDATE_STRATEGIES,
  updatePersona,
  updateSegment,
} from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { csvExports } from '@quarry/postgres/tables/exports';
import { segmentContacts } from '@quarry/postgres/tables/personas';
import { sample, seed } from '@quarry/testing/random';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { partsOf } from '#server/features/exports/export.ts';
import { readStrictCsv } from '#server/features/exports/testing/exports-world.ts';
import { type HubspotStandIn, startHubspot } from '#server/features/integrations/testing/stand-ins/hubspot/index.ts';
import { includedBy, removeContacts } from '#server/features/segments/personas/apply-definition.ts';
import { HUBSPOT_MAPPINGS, openSyncWorld, type SyncWorld } from '../testing/sync-world.ts';

let hubspot: HubspotStandIn;
let world: SyncWorld;

beforeAll(async () => {
  hubspot = await startHubspot({ searchLagMs: 0, searchesPerSecond: 100, requestsPer10Seconds: 1_000 });
  world = await openSyncWorld(hubspot, 'HUBSPOT', { companies: 180, people: PEOPLE, mappings: HUBSPOT_MAPPINGS });
}, 120_000);
afterAll(async () => {
  await world?.close();
  await hubspot?.close();
});

/** Changes that somebody may have made in the CRM before the sync. */
const EVENTS = ['known', 'twin', 'person', 'edited', 'emptied', 'deleted'] as const;
/** Companies that take part; the dataset has some more. */
const PLACES = 30;
const PEOPLE = 15;

const HEADS = { positionInclusionKeywords: ['head'], positionExclusionKeywords: [], seniorities: [], countries: [] };

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

const place = fc.integer({ min: 0, max: PLACES - 1 });
const configuration = fc.record({
  companiesSyncMode: fc.constantFrom(...COMPANIES_SYNC_MODES),
  contactsSyncMode: fc.constantFrom(...CONTACTS_SYNC_MODES),
  employees: fc.constantFrom(null, ...UPDATE_STRATEGIES),
  name: fc.constantFrom(...UPDATE_STRATEGIES),
  events: fc.array(fc.tuple(fc.constantFrom(...EVENTS), place), { maxLength: 12 }),
  chosen: fc.uniqueArray(place, { minLength: 1 }),
});

type Configuration = typeof configuration extends fc.Arbitrary<infer Value> ? Value : never;

const fixed = (
  contactsSyncMode: Configuration['contactsSyncMode'],
  events: Configuration['events'],
): Configuration => ({
  companiesSyncMode: 'CREATE_AND_UPDATE',
  contactsSyncMode,
  employees: 'OVERWRITE_ALWAYS',
  name: 'OVERWRITE_ALWAYS',
  events,
  chosen: [0],
});
/** A company is deleted in the CRM before its contact gets there: it fails once, and is left alone from then on. */
const DELETED = [fixed('DISABLED', []), fixed('CREATE_AND_UPDATE', [['deleted', 0]]), fixed('CREATE_AND_UPDATE', [])];

function happen(event: (typeof EVENTS)[number], at: number): void {
  const domain = world.companies[at]?.domain ?? '';
  const found = hubspot.companies.live.filter(({ values }) => String(values.domain).endsWith(domain));
  switch (event) {
    case 'known':
      hubspot.companies.create({ name: 'Known', domain: `www.${domain}` });
      return;
    case 'twin':
      for (const name of ['Twin', 'Other twin']) hubspot.companies.create({ name, domain });
      return;
    case 'person':
      hubspot.contacts.create({ email: `person${at}@${domain}`, firstname: 'Known' });
      return;
    default:
      for (const { id } of found) {
        if (event === 'deleted') hubspot.companies.remove(id);
        else hubspot.companies.update(id, { name: event === 'edited' ? 'Edited' : '', numberofemployees: '' });
      }
  }
}

async function startedDryRun(scope: object): Promise<SyncPlan> {
  const { integrationId, admin, server } = world;
  const { jobId } = await server.call(startDryRun, { integrationId, ...scope }, admin);
  expect(await world.ended(jobId)).toMatchObject({ status: 'COMPLETE' });
  return (await server.call(getSyncPlan, { jobId }, admin)).plan;
}

const foreseen = ({ companies, contacts }: SyncPlan) =>
  [companies, contacts].map(({ create, update, skip, ambiguous, fail }) => [create, update, skip, ambiguous + fail]);

const done = ({ progress }: IntegrationJob) => [
  [progress.numAccountsCreated, progress.numAccountsUpdated, progress.numAccountsSkipped, progress.numAccountsFailed],
  [progress.numContactsCreated, progress.numContactsUpdated, progress.numContactsSkipped, progress.numContactsFailed],
];

test('the numbers of a dry run are those of the sync, whatever the settings and the CRM', async () => {
  console.log(`QUARRY_SEED=${seed}`);
  const { integrationId, admin, server } = world;
  for (const one of [...DELETED, ...sample(configuration, 10)]) {
    const { companiesSyncMode, contactsSyncMode, employees, name, events, chosen } = one;
    await world.settings({ companiesSyncMode, contactsSyncMode });
    const mapping = { integrationId, recordType: 'company' } as const;
    await server.call(
      saveFieldMapping,
      { ...mapping, internalName: 'name', externalName: 'name', updateStrategy: name },
      admin,
    );
    const externalName = employees === null ? null : 'numberofemployees';
    const updateStrategy = employees ?? 'OVERWRITE_ALWAYS';
    await server.call(
      saveFieldMapping,
      { ...mapping, internalName: 'employee_count', externalName, updateStrategy },
      admin,
    );
    for (const [event, at] of events) happen(event, at);
    const scope = { companyIds: chosen.flatMap((at) => world.companies[at]?.id ?? []) };
    const plan = await startedDryRun(scope);
    expect(foreseen(plan), JSON.stringify(one)).toEqual(done(await world.sync(scope)));
  }
}, 120_000);

test('its export has every record, field by field, with the old and the new value', async () => {
  const { admin, server, integrationId } = world;
  await world.settings({ companiesSyncMode: 'CREATE_AND_UPDATE', contactsSyncMode: 'CREATE_AND_UPDATE' });
  await server.call(
    saveFieldMapping,
    { integrationId, recordType: 'company', internalName: 'name', externalName: 'name' },
    admin,
  );
  const { id: syncId } = await world.sync();
  happen('edited', PLACES);
  const plan = await startedDryRun({});
  const request = { exportType: 'SYNC_PLAN', exportConfig: { jobId: plan.job.id } } as const;
  const { export: started } = await server.call(startExport, request, admin);
  const read = async () => (await server.call(getExport, { id: started.id }, admin)).export;
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('COMPLETE');
  const [row] = await server.platform.db.asSystem((tx) =>
    tx.select().from(csvExports).where(eq(csvExports.id, started.id)),
  );
  const [part] = partsOf({ parts: row?.parts });
  const [head, ...lines] = readStrictCsv((await server.platform.files.get(part?.key ?? '')).slice(1));
  expect(head).toContain('Value then');
  expect(new Set(lines.map(([type, id]) => `${type} ${id}`)).size).toBe(world.companies.length + PEOPLE);
  const change = plan.sample.find(({ action }) => action === 'update');
  const { recordId, externalId, changes } = change ?? {};
  expect(lines.filter(([, id]) => id === recordId).map((line) => line.slice(3))).toEqual(
    changes?.map(({ displayName, externalName, before, after }) => [
      'update',
      externalId,
      '',
      displayName,
      externalName,
      before ?? '',
      after ?? '',
    ]),
  );
  const noPlan = { ...request, exportConfig: { jobId: syncId } };
  expect((await server.refused(startExport, noPlan, admin)).body.errorCode).toBe('BAD_REQUEST');
}, 60_000);

describe('an auto-sync', () => {
  const filter = (value: string[]) => ({
    id: 'all',
    combinator: 'and' as const,
    rules: [{ id: 'one', field: 'domain', operator: 'isOneOf' as const, value }],
  });
  const build = async (): Promise<IntegrationJob> => {
    const { db, jobs: queue } = world.server.platform;
    const known = (await world.server.call(listIntegrationJobs, { limit: 1 }, world.admin)).count;
    await db.asSystem(async (tx) => {
      await tx.execute(sql`update integrations set last_auto_sync_at = null`);
      await requestBuild(tx, queue, world.client.id, {}, 'test');
    });
    const newest = async () => await world.server.call(listIntegrationJobs, { limit: 1 }, world.admin);
    await expect.poll(async () => (await newest()).count, { timeout: 60_000 }).toBe(known + 1);
    return world.ended((await newest()).items[0]?.id ?? '');
  };

  test('follows a build, and takes the segment alone; who leaves it gets its segments once more', async () => {
    await world.map('company', '__segments', 'description');
    const name = 'Chosen';
    const chosen = [50, 51, 52].map((place) => at(place).domain);
    const { item } = await world.server.call(
      createSegment,
      { name, filters: filter(chosen), isDynamic: true },
      world.admin,
    );
    const { integrationId } = world;
    await world.server.call(
      setSegmentAutosync,
      { segmentId: item.id, integrationId, autoSyncStatus: true },
      world.admin,
    );
    expect(await build()).toMatchObject({
      taskName: 'Auto Sync',
      progress: { numAccountsUpdated: 3, numAccountsCreated: 0, numAccountsFailed: 0 },
    });
    expect(crmCompany(50).values.description).toBe('Chosen');
    for (const place of [50, 51, 52]) hubspot.companies.update(crmCompany(place).id, { name: 'Drifted' });
    await world.server.call(excludeCompanies, { companies: { companyIds: [at(52).id] } }, world.admin);
    const left = { segmentId: item.id, name, filters: filter(chosen.slice(0, 1)), isDynamic: true };
    await world.server.call(updateSegment, left, world.admin);
    expect(await build()).toMatchObject({ progress: { numAccountsToProcess: 1, numAccountsUpdated: 1 } });
    expect(crmCompany(51).values).toMatchObject({ name: 'Drifted', description: null });
    // It left the dataset, which sends nothing.
    expect(crmCompany(52).values).toMatchObject({ name: 'Drifted', description: 'Chosen' });
    await world.settings({ enableAutoSync: false });
  });

  test('tells of a contact that its persona includes no more its segments and personas once, and nothing else', async () => {
    const { admin, client, integrationId, server } = world;
    const { db } = server.platform;
    await world.map('contact', 'segments', 'city');
    await world.map('contact', 'segment_personas', 'country');
    const domains = [40, 41, 42, 43].map((each) => at(each).domain);
    const found = { name: 'Found', filters: filter(domains), isDynamic: false };
    const { item: segment } = await server.call(createSegment, found, admin);
    const segmentId = segment.id;
    await expect
      .poll(async () => (await server.call(getSegment, { segmentId }, admin)).item.sizeCompanies, { timeout: 20_000 })
      .toBe(4);
    const searchOptions = { isEmailRequired: false, numContactsRequiredPerCompany: 2 };
    const definition = (name: string) => ({ segmentId, name, criteriaGroups: [HEADS], searchOptions });
    const personaIds: string[] = [];
    for (const name of ['A', 'B', 'C'])
      personaIds.push((await server.call(createPersona, definition(name), admin)).item.id);
    const [a = '', b = '', c = ''] = personaIds;
    const include = (personaId: string, name: string, each: number, rank = 1) =>
      db.asClient(client.id, async (tx) => {
        const person = { firstName: 'First', lastName: name, position: 'Head of Sales' };
        const own = { clientId: client.id, contactId: name, companyId: at(each).id, ...person };
        await tx
          .insert(contacts)
          .values({ ...own, email: `${name}@${at(each).domain}` })
          .onConflictDoNothing();
        const included = { segmentId, personaId, groupAt: 0, rank, includedAt: new Date() };
        await tx.insert(segmentContacts).values({ ...own, ...included, inclusionStatus: 'INCLUDED', rawName: name });
      });
    await include(a, 'deleted', 40);
    await include(b, 'kept', 41);
    await include(b, 'reduced', 41, 2);
    await include(c, 'rechecked', 42);
    for (const personaId of [a, b]) await include(personaId, 'still', 43);
    await server.call(setSegmentAutosync, { segmentId, integrationId, autoSyncStatus: true }, admin);
    const crm = (name: string) => {
      const person = hubspot.contacts.live.find(({ values }) => String(values.email).startsWith(`${name}@`));
      return [person?.values.lastname, person?.values.city ?? '', person?.values.country ?? ''];
    };
    const names = ['deleted', 'kept', 'reduced', 'rechecked', 'still'];
    expect(await world.autoSync()).toMatchObject({ progress: { numContactsCreated: 5, numContactsFailed: 0 } });
    expect(crm('deleted')).toEqual(['deleted', 'Found', 'A']);
    for (const { id, values } of hubspot.contacts.live)
      if (names.some((name) => name === values.lastname)) hubspot.contacts.update(id, { lastname: 'Drifted' });

    await server.call(deletePersona, { segmentId, personaId: a }, admin);
    const one = { ...definition('B'), searchOptions: { ...searchOptions, numContactsRequiredPerCompany: 1 } };
    await server.call(updatePersona, { ...one, personaId: b }, admin);
    await db.asClient(client.id, (tx) => removeContacts(tx, includedBy(c), 'CONTACT_NO_LONGER_MATCH_CRITERIA'));
    expect(await world.autoSync()).toMatchObject({ progress: { numContactsToProcess: 4, numContactsUpdated: 4 } });
    for (const name of ['deleted', 'reduced', 'rechecked']) expect(crm(name)).toEqual(['Drifted', '', '']);
    // Another persona includes it, so it is synced as before.
    expect(crm('still')).toEqual(['still', 'Found', 'B']);
    expect(crm('kept')).toEqual(['Drifted', 'Found', 'B']);
    expect(await world.autoSync()).toMatchObject({ progress: { numContactsToProcess: 0 } });

    await include(c, 'rechecked', 42);
    expect(await world.autoSync()).toMatchObject({ progress: { numContactsToProcess: 1, numContactsUpdated: 1 } });
    expect(crm('rechecked')).toEqual(['rechecked', 'Found', 'C']);
  });
});
