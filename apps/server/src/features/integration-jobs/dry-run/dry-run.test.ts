import {
  COMPANIES_SYNC_MODES,
  CONTACTS_SYNC_MODES,
  getExport,
  getSyncPlan,
  type IntegrationJob,
  type SyncPlan,
  saveFieldMapping,
  searchCompanies,
  startDryRun,
  startExport,
  UPDATE_STRATEGIES,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import { sample, seed } from '@quarry/testing/random';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partsOf } from '#server/features/exports/export.ts';
import { readStrictCsv } from '#server/features/exports/testing/exports-world.ts';
import { type CrmCase, startHubspotCase, startPipedriveCase, startSalesforceCase } from '../testing/each-crm.ts';
import { type Connector, openConnector, openSyncAccount, type SyncAccount } from '../testing/sync-world.ts';

/** Changes that somebody may have made in the CRM before the sync. */
const EVENTS = ['known', 'full', 'twin', 'person', 'edited', 'emptied', 'deleted'] as const;
/** Companies that take part; the dataset has some more. */
const PLACES = 30;
const PEOPLE = 15;
const RANDOM_RUNS = 4;

let cases: CrmCase[] = [];
let account: SyncAccount;

beforeAll(async () => {
  cases = [
    await startSalesforceCase(),
    await startHubspotCase({ searchesPerSecond: 100, requestsPer10Seconds: 1_000 }),
    await startPipedriveCase({ burst: 480 }),
  ];
  const environment = Object.assign({}, ...cases.map(({ standIn }) => standIn.environment));
  account = await openSyncAccount(environment, { companies: 100, people: PEOPLE });
}, 120_000);
afterAll(async () => {
  await account?.close();
  for (const { standIn } of cases) await standIn.close();
});

const place = fc.integer({ min: 0, max: PLACES - 1 });
const configuration = fc.record({
  companiesSyncMode: fc.constantFrom(...COMPANIES_SYNC_MODES),
  contactsSyncMode: fc.constantFrom(...CONTACTS_SYNC_MODES),
  /** By the place of the field among those of the CRM's mappings; null takes the mapping away. */
  strategies: fc.array(fc.constantFrom(null, ...UPDATE_STRATEGIES), { minLength: 10, maxLength: 10 }),
  events: fc.array(fc.tuple(fc.constantFrom(...EVENTS), place), { maxLength: 16 }),
  chosen: fc.uniqueArray(place, { minLength: 1 }),
});

type Configuration = typeof configuration extends fc.Arbitrary<infer Value> ? Value : never;

const fixed = (
  contactsSyncMode: Configuration['contactsSyncMode'],
  events: Configuration['events'],
): Configuration => ({
  companiesSyncMode: 'CREATE_AND_UPDATE',
  contactsSyncMode,
  strategies: Array.from({ length: 10 }, () => 'OVERWRITE_ALWAYS'),
  events,
  chosen: [0],
});
/** A company is deleted in the CRM before its contact gets there: it fails once, and is left alone from then on. */
const DELETED = [fixed('DISABLED', []), fixed('CREATE_AND_UPDATE', [['deleted', 0]]), fixed('CREATE_AND_UPDATE', [])];

const at = (each: number) => {
  const company = account.companies[each];
  if (company === undefined) throw new Error(`There is no company ${each}`);
  return company;
};

function happen({ standIn, names, always, full, spellings, contact }: CrmCase, event: string, each: number): void {
  const { companies, contacts } = standIn;
  const { domain } = at(each);
  const create = (name: string, spelled: string | undefined, more: object = {}) =>
    companies.create({ [names.company]: name, [names.domain]: spelled ?? domain, ...always, ...more });
  const found = companies.live.filter(({ values }) => String(values[names.domain]).toLowerCase().includes(domain));
  switch (event) {
    case 'known':
      return void create('Known', spellings[each % 2]?.(domain));
    case 'full':
      return void create('Full', undefined, full);
    case 'twin':
      return void ['Twin', 'Other twin'].map((name) => create(name, undefined));
    case 'person':
      return void contacts.create(contact(`person${each}@${domain}`, create('Holder', '').id));
    case 'deleted':
      return found.forEach(({ id }) => companies.remove(id));
    case 'edited':
      return found.forEach(({ id }) => void companies.update(id, { ...full, [names.company]: 'Edited' }));
    default:
      for (const { id } of found) {
        const emptied = Object.keys(full).map((name) => [name, always[name] ?? null] as const);
        companies.update(id, Object.fromEntries(emptied));
      }
  }
}

async function dryRunOf({ integrationId }: Connector, scope: object): Promise<SyncPlan> {
  const { admin, server } = account;
  const { jobId } = await server.call(startDryRun, { integrationId, ...scope }, admin);
  expect(await account.ended(jobId)).toMatchObject({ status: 'COMPLETE' });
  return (await server.call(getSyncPlan, { jobId }, admin)).plan;
}

const foreseen = ({ companies, contacts }: SyncPlan) =>
  [companies, contacts].map(({ create, update, skip, ambiguous, fail }) => [create, update, skip, ambiguous + fail]);

const done = ({ progress }: IntegrationJob) => [
  [progress.numAccountsCreated, progress.numAccountsUpdated, progress.numAccountsSkipped, progress.numAccountsFailed],
  [progress.numContactsCreated, progress.numContactsUpdated, progress.numContactsSkipped, progress.numContactsFailed],
];

function caseAt(number: number): CrmCase {
  const found = cases[number];
  if (found === undefined) throw new Error('There is no such CRM');
  return found;
}

describe.each([
  ['SALESFORCE', 0],
  ['HUBSPOT', 1],
  ['PIPEDRIVE', 2],
] as const)('%s', (type, number) => {
  let crm: CrmCase;
  let connector: Connector;

  beforeAll(async () => {
    crm = caseAt(number);
    connector = await openConnector(account, await account.connect(type), crm.mappings);
  }, 60_000);

  test('the numbers of a dry run are those of the sync, whatever the settings and the CRM', async () => {
    console.log(`QUARRY_SEED=${seed}`);
    const { integrationId } = connector;
    for (const one of [...(type === 'HUBSPOT' ? DELETED : []), ...sample(configuration, RANDOM_RUNS)]) {
      const { companiesSyncMode, contactsSyncMode, strategies, events, chosen } = one;
      await connector.settings({ companiesSyncMode, contactsSyncMode });
      for (const [field, [internalName, externalName]] of Object.entries(crm.mappings.company).entries()) {
        const strategy = strategies[field] ?? null;
        const mapped =
          strategy === null ? { externalName: null } : ({ externalName, updateStrategy: strategy } as const);
        const mapping = { integrationId, recordType: 'company', internalName, ...mapped } as const;
        await account.server.call(saveFieldMapping, mapping, account.admin);
      }
      for (const [event, each] of events) happen(crm, event, each);
      const scope = { companyIds: chosen.map((each) => at(each).id) };
      const written = JSON.stringify([crm.standIn.companies.all, crm.standIn.contacts.all]);
      const plan = await dryRunOf(connector, scope);
      expect(JSON.stringify([crm.standIn.companies.all, crm.standIn.contacts.all])).toBe(written);
      expect(foreseen(plan), JSON.stringify(one)).toEqual(done(await connector.sync(scope)));
    }
  }, 120_000);
});

test('it is about exactly the companies that the explorer shows or that were chosen in it', async () => {
  const { admin, server } = account;
  const connector = await openConnector(account, await account.connect('PIPEDRIVE'), caseAt(2).mappings);
  await connector.settings({ contactsSyncMode: 'DISABLED' });
  const employees = (operator: 'gt' | 'exists', value?: number) => ({
    id: 'all',
    combinator: 'and' as const,
    rules: [{ id: 'one', field: 'employee_count', operator, ...(value === undefined ? {} : { value }) }],
  });
  const shownBy = async (search: object): Promise<string[]> => {
    const { companies } = await server.call(searchCompanies, { ...search, limit: 100, parts: ['companies'] }, admin);
    return companies.map(({ __company_id }) => __company_id);
  };
  const plannedFor = async (scope: object): Promise<string[]> =>
    (await dryRunOf(connector, scope)).sample.map(({ recordId }) => recordId);
  const some = { search: at(0).name.slice(0, 3) };
  const scopes = [
    { filters: employees('gt', 100) },
    { tab: 'RECENTLY_UPDATED' },
    { ...some, filters: employees('exists'), tab: 'NEWLY_SOURCED' },
  ];
  for (const scope of scopes) {
    expect((await plannedFor(scope)).toSorted(), JSON.stringify(scope)).toEqual((await shownBy(scope)).toSorted());
  }
  const filters = employees('gt', 100);
  const large = await shownBy({ filters });
  expect(large.length).toBeGreaterThan(1);
  expect(large.length).toBeLessThan(account.companies.length);
  const chosen = account.companies.map(({ id }) => id).filter((id, place) => place < 10 || large.includes(id));
  expect((await plannedFor({ filters, companyIds: chosen.slice(0, 12) })).toSorted()).toEqual(
    chosen
      .slice(0, 12)
      .filter((id) => large.includes(id))
      .toSorted(),
  );
}, 60_000);

test('its export has every record, field by field, with the old and the new value', async () => {
  const { admin, server } = account;
  const crm = caseAt(1);
  const connector = await openConnector(account, await account.connect('HUBSPOT'), crm.mappings);
  await connector.settings({ companiesSyncMode: 'CREATE_AND_UPDATE', contactsSyncMode: 'CREATE_AND_UPDATE' });
  const { id: syncId } = await connector.sync();
  happen(crm, 'edited', PLACES);
  const plan = await dryRunOf(connector, {});
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
  expect(new Set(lines.map(([kind, id]) => `${kind} ${id}`)).size).toBe(account.companies.length + PEOPLE);
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
