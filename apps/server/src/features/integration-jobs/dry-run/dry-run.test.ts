import {
  COMPANIES_SYNC_MODES,
  CONTACTS_SYNC_MODES,
  getExport,
  getSyncPlan,
  type IntegrationJob,
  type SyncPlan,
  saveFieldMapping,
  startDryRun,
  startExport,
  UPDATE_STRATEGIES,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import { sample, seed } from '@quarry/testing/random';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partsOf } from '#server/features/exports/export.ts';
import { readStrictCsv } from '#server/features/exports/testing/exports-world.ts';
import { type HubspotStandIn, startHubspot } from '#server/features/integrations/testing/stand-ins/hubspot/index.ts';
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
