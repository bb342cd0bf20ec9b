import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@quarry/clickhouse';
import {
  checkStartCrmImport,
  createTag,
  getClient,
  getIntegrationJob,
  type Integration,
  searchCompanies,
  startCrmImport,
  updateIntegration,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { integrationJobs } from '@quarry/postgres/tables/integrations';
import { jobs } from '@quarry/postgres/tables/jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { creditBalances } from '#server/features/accounts/credits/credit-balances.ts';
import { grantCredits } from '#server/features/accounts/credits/grant-credits.ts';
import { isBuilding } from '#server/features/datasets/request-build.ts';
import { type ConnectorsWorld, startConnectorsWorld } from '#server/features/integrations/testing/connectors-world.ts';
import { type HubspotStandIn, startHubspot } from '#server/features/integrations/testing/stand-ins/hubspot/index.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import { announceWork } from '#server/platform/jobs/announce.ts';
import { requestImport } from './request-import.ts';

let hubspot: HubspotStandIn;
let world: ConnectorsWorld;
let integration: Integration;
/** Domains of companies inside and outside the dataset. */
let inside: string[] = [];
let outside: string[] = [];

const pair = z.object({ domain: z.string() });

beforeAll(async () => {
  hubspot = await startHubspot();
  world = await startConnectorsWorld({ ...hubspot.environment }, { companies: 400 });
  const { companies } = await world.server.call(searchCompanies, { limit: 100 }, world.admin);
  inside = companies.flatMap(({ __domain: domain }) => (typeof domain === 'string' ? [domain] : [])).slice(0, 5);
  const all = await world.server.platform.warehouse.rows(sql`SELECT domain FROM ${readTable('companies')}`, pair);
  const own = await allDomains();
  outside = all.map(({ domain }) => domain).filter((domain) => domain !== '' && !own.has(domain));
  integration = await world.connect('HUBSPOT');
});
afterAll(async () => {
  await world.server.close();
  await hubspot.close();
});

async function allDomains(): Promise<Set<string>> {
  const found = new Set<string>();
  for (let offset = 0; ; offset += 100) {
    const { companies } = await world.server.call(searchCompanies, { limit: 100, offset }, world.admin);
    if (companies.length === 0) return found;
    for (const { __domain: domain } of companies) if (typeof domain === 'string') found.add(domain);
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await isTrue()) return;
    await sleep(100);
  }
  throw new Error('It did not happen in time');
}

const isQuiet = () => world.server.platform.db.asSystem(async (tx) => !(await isBuilding(tx, world.clientId)));

async function importNow() {
  const { jobId } = await world.server.call(startCrmImport, { integrationId: integration.id }, world.admin);
  const read = () =>
    world.server.platform.db.asSystem((tx) =>
      tx.select().from(integrationJobs).where(eq(integrationJobs.jobId, jobId)),
    );
  await until(async () => !['WAITING', 'IN_PROGRESS'].includes((await read())[0]?.status ?? ''));
  await until(isQuiet);
  const [job] = await read();
  return job;
}

const choose = (names: readonly string[], more: object = {}) =>
  world.server.call(
    updateIntegration,
    {
      integrationId: integration.id,
      importFieldsEnabled: true,
      importFieldMappingSettings: { companies: names.map((externalCrmName) => ({ externalCrmName })) },
      ...more,
    },
    world.admin,
  );

const valuesOf = async (domain: string) => {
  const { companies } = await world.server.call(searchCompanies, { limit: 10, search: domain }, world.admin);
  return companies.find(({ __domain: own }) => own === domain);
};

test('nothing is imported before fields are chosen', async () => {
  const check = await world.server.call(checkStartCrmImport, { integrationId: integration.id }, world.admin);
  expect(check).toMatchObject({ canStartJob: false, message: 'The import of fields is switched off.' });
});

test('an import that was cancelled among all jobs does not stand in the way of the next one', async () => {
  const { server, admin, clientId } = world;
  const { db, jobs } = server.platform;
  await choose(['industry']);
  // Before a worker takes it.
  await db.asClient(clientId, async (tx) => {
    const jobId = await requestImport(tx, jobs, { id: integration.id, clientId }, 'test', { buildsAfterwards: false });
    await jobs.cancel(jobId, tx);
  });
  const check = await server.call(checkStartCrmImport, { integrationId: integration.id }, admin);
  expect(check).toMatchObject({ canStartJob: true, jobId: null });
});

test('fields of the CRM become data points, and companies that are matched are paid for once', async () => {
  const [one = '', two = '', three = ''] = inside;
  const twin = hubspot.companies.create({ name: 'Old twin', domain: one, industry: 'BANKING' }, 'seed', new Date(0));
  hubspot.companies.create({ name: 'One', domain: one, industry: 'RETAIL', numberofemployees: '12' });
  hubspot.companies.create({ name: 'Two', domain: `https://www.${two}/en`, numberofemployees: '7' });
  hubspot.companies.create({ name: 'A branch', domain: `branch.${three}`, numberofemployees: '1' });
  hubspot.companies.create({ name: 'Unknown', domain: 'nobody-knows-it.example' });
  expect(twin.id).not.toBe('');
  await world.server.platform.db.asClient(world.clientId, (tx) =>
    grantCredits(tx, {
      clientId: world.clientId,
      creditType: 'ENRICHMENT',
      amount: 10,
      actor: 'test',
      idempotencyKey: 'grant',
    }),
  );
  const { integration: saved } = await choose(['industry', 'numberofemployees']);
  expect(saved.importFieldMappingSettings.companies).toMatchObject([
    { externalCrmName: 'industry', datasetName: 'hubspot_industry', datasetFieldType: 'Picklist' },
    { externalCrmName: 'numberofemployees', datasetName: 'hubspot_numberofemployees', datasetFieldType: 'Number' },
  ]);
  expect(await importNow()).toMatchObject({
    status: 'COMPLETE',
    taskName: 'Import',
    counts: { numOfItemsToImport: 5, numOfRecordsImported: 3 },
  });
  expect(await valuesOf(one)).toMatchObject({ hubspot_industry: 'Retail', hubspot_numberofemployees: 12 });
  expect(await valuesOf(two)).toMatchObject({ hubspot_industry: null, hubspot_numberofemployees: 7 });
  expect(await valuesOf(three)).toMatchObject({ hubspot_numberofemployees: null });
  const { companiesSchema, creditBalances: balances } = await world.server.call(getClient, {}, world.admin);
  expect(companiesSchema.find(({ fieldName }) => fieldName === 'hubspot_industry')).toMatchObject({
    fieldSource: 'CRM_IMPORT',
    type: 'Picklist',
    dataBlock: null,
    isMappableInIntegration: true,
  });
  expect(balances.ENRICHMENT).toBe(8);
  await importNow();
  const after = await world.server.platform.db.asClient(world.clientId, (tx) => creditBalances(tx, world.clientId));
  expect(after.ENRICHMENT).toBe(8);
});

test('an import that will be repeated, or whose worker died, runs on for whoever looks', async () => {
  const { server, admin } = world;
  const { db } = server.platform;
  const { faults } = hubspot.server;
  // An answer without a token, so the attempt fails.
  hubspot.oauth.expireAccessTokens();
  faults.plan({ on: /oauth.*token/, fault: { kind: 'answer', status: 200, body: {} } });
  const { jobId } = await server.call(startCrmImport, { integrationId: integration.id }, admin);
  const inQueue = async () =>
    (await db.asSystem((tx) => tx.select().from(jobs).where(eq(jobs.id, jobId))))[0] ?? { status: null, error: null };
  const shown = async () => (await server.call(getIntegrationJob, { jobId }, admin)).job;
  await until(async () => (await inQueue()).error !== null);
  expect(await inQueue()).toMatchObject({ status: 'WAITING', attempt: 1 });
  expect(await shown()).toMatchObject({ status: 'IN_PROGRESS', finishedAt: null, message: 'Reading the CRM' });
  const check = await server.call(checkStartCrmImport, { integrationId: integration.id }, admin);
  expect(check).toMatchObject({ cantStartJobReason: 'INTEGRATION_JOB_ALREADY_RUNNING', jobId });
  const held = Promise.withResolvers<void>();
  faults.plan({ on: /companies/, fault: { kind: 'heldAnswer', until: held.promise } });
  const calls = hubspot.server.calls.length;
  await db.asSystem(async (tx) => {
    await tx.update(jobs).set({ runAfter: new Date() }).where(eq(jobs.id, jobId));
    await announceWork(tx);
  });
  await until(async () => hubspot.server.calls.length > calls && (await inQueue()).status === 'PROCESSING');
  // As if the process that has it were gone.
  await db.asSystem((tx) =>
    tx
      .update(jobs)
      .set({ workerId: 'dead', leaseUntil: new Date(0) })
      .where(eq(jobs.id, jobId)),
  );
  expect(await shown()).toMatchObject({ status: 'IN_PROGRESS', finishedAt: null });
  await until(async () => (await inQueue()).status === 'COMPLETE');
  held.resolve();
  expect(await shown()).toMatchObject({ status: 'COMPLETE', message: null, progress: { numOfRecordsImported: 3 } });
  await until(isQuiet);
});

test('a value that is gone in the CRM is gone here, and new accounts bring their companies in', async () => {
  const [one = '', two = ''] = inside;
  const [newcomer = '', old = ''] = outside;
  const known = hubspot.companies.all.find(({ values }) => values.name === 'Two');
  hubspot.companies.update(known?.id ?? '', { numberofemployees: '' });
  hubspot.companies.create({ name: 'New', domain: newcomer, numberofemployees: '3' });
  hubspot.companies.create({ name: 'Old', domain: old }, 'seed', new Date('2020-01-01'));
  await choose(['numberofemployees'], { autoImportRecordSince: '2024-01-01' });
  await importNow();
  expect(await valuesOf(two)).toMatchObject({ hubspot_numberofemployees: null });
  expect(await valuesOf(one)).not.toHaveProperty('hubspot_industry');
  expect(await valuesOf(newcomer)).toMatchObject({ hubspot_numberofemployees: 3, __sources: ['CRM_IMPORT'] });
  expect(await valuesOf(old)).toBeUndefined();
});

test('without credits, companies that were matched before are read on, on every page', async () => {
  const [, , , late = '', free = ''] = inside;
  const [, , stranger = ''] = outside;
  const setCredits = (balanceAfter: number | null) =>
    world.server.platform.db.asClient(world.clientId, (tx) =>
      tx.insert(creditLedger).values({
        clientId: world.clientId,
        creditType: 'ENRICHMENT',
        kind: 'SET',
        amount: 0,
        actor: 'test',
        reference: {},
        balanceAfter,
        idempotencyKey: randomUUID(),
      }),
    );
  const unknown = hubspot.companies.all.find(({ values }) => values.name === 'Unknown');
  // The next ones are on another page.
  for (let at = 0; at < 100; at++) hubspot.companies.create({ name: `Nobody ${at}`, domain: `nobody-${at}.example` });
  const paidFor = hubspot.companies.create({ name: 'Late', domain: late, numberofemployees: '40' });
  await importNow();
  hubspot.companies.create({ name: 'Free', domain: free, numberofemployees: '50' });
  await setCredits(null);
  await importNow();
  await setCredits(0);
  hubspot.companies.update(unknown?.id ?? '', { domain: stranger, numberofemployees: '60' });
  hubspot.companies.update(paidFor.id, { numberofemployees: '41' });
  expect(await importNow()).toMatchObject({ status: 'COMPLETE', message: expect.stringContaining('credits') });
  expect(await valuesOf(late)).toMatchObject({ hubspot_numberofemployees: 41 });
  expect(await valuesOf(free)).toMatchObject({ hubspot_numberofemployees: 50 });
  expect(await valuesOf(stranger)).toBeUndefined();
});

test('a field that a tag uses cannot be dropped', async () => {
  await world.server.call(
    createTag,
    {
      name: 'Small',
      filters: {
        id: 'all',
        combinator: 'and',
        rules: [{ id: 'one', field: 'hubspot_numberofemployees', operator: 'lt', value: 10 }],
      },
    },
    world.admin,
  );
  const change = { integrationId: integration.id, importFieldMappingSettings: { companies: [] } };
  expect((await world.server.refused(updateIntegration, change, world.admin)).body).toMatchObject({
    errorCode: 'REMOVED_IMPORT_FIELD_IN_USE',
    context: { fields: ['numberofemployees'] },
  });
});
