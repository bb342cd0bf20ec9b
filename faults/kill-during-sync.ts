import { setTimeout as sleep } from 'node:timers/promises';
import type { CrmType } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { contacts } from '@quarry/postgres/tables/contacts';
import { z } from 'zod';
import type { CrmStandIn } from '../apps/server/src/features/integrations/testing/stand-ins/crm-stand-in.ts';
import type { Fault } from '../apps/server/src/features/integrations/testing/stand-ins/faults.ts';
import { startHubspot } from '../apps/server/src/features/integrations/testing/stand-ins/hubspot/index.ts';
import { startPipedrive } from '../apps/server/src/features/integrations/testing/stand-ins/pipedrive/index.ts';
import { startSalesforce } from '../apps/server/src/features/integrations/testing/stand-ins/salesforce/index.ts';
import { type Caller, signIn } from './caller.ts';
import { openRecord } from './record.ts';
import type { Scenario, ScenarioParts } from './scenario.ts';
import { type Server, seriousLines, startSupervised } from './server.ts';
import { firstIds } from './view.ts';

const CLIENT = 'demo';
const KILLS = 10;
/** Which of them happen while tokens are refreshed. */
const DURING_REFRESH = [3, 7];
const COMPANY_PAGES = 30;
const PEOPLE = 600;
const REFRESH_MS = 1_500;
/** From a moment of the run to the kill. */
const LATEST_MS = 700;
/** Part of the records after which nothing is killed, because the run may end. */
const LAST_PLACE = 0.95;
const MOMENT_LIMIT_MS = 120_000;
const END_LIMIT_MS = 240_000;

interface SyncedCrm {
  readonly type: CrmType;
  readonly start: () => Promise<CrmStandIn>;
  readonly company: Readonly<Record<string, string>>;
  readonly contact: Readonly<Record<string, string>>;
  readonly creates: RegExp;
  readonly refreshes: RegExp;
  /** How long these take, so that a run outlives its kills. */
  readonly createMs: number;
}

const CRMS: readonly SyncedCrm[] = [
  {
    type: 'SALESFORCE',
    start: () => startSalesforce(),
    company: { name: 'Name', domain: 'Website', employee_count: 'NumberOfEmployees' },
    contact: { first_name: 'FirstName', last_name: 'LastName', email: 'Email' },
    creates: /sobjects\/(?:Account|Contact)\/Quarry/,
    refreshes: /oauth2.*token/,
    createMs: 2_000,
  },
  {
    type: 'HUBSPOT',
    start: () => startHubspot({ searchLagMs: 0 }),
    company: { name: 'name', domain: 'domain', employee_count: 'numberofemployees' },
    contact: { first_name: 'firstname', last_name: 'lastname', email: 'email' },
    creates: /batch\/upsert/,
    refreshes: /oauth.*token/,
    createMs: 1_500,
  },
  {
    type: 'PIPEDRIVE',
    start: () => startPipedrive({ burst: 480 }),
    company: { name: 'name', domain: 'website', employee_count: 'employee_count' },
    contact: { email: 'emails' },
    creates: /POST .*(?:organizations|persons)$/,
    refreshes: /oauth.*token/,
    createMs: 20,
  },
];

/** What goes wrong on the way, each once. */
const NETWORK_FAULTS: readonly Fault[] = [
  { kind: 'lostAnswer' },
  { kind: 'truncatedAnswer' },
  { kind: 'reset' },
  { kind: 'answer', status: 503, body: '' },
];

const address = z.object({ url: z.string() });
const connected = z.object({ integration: z.object({ id: z.string() }) });
const started = z.object({ jobId: z.string() });
const jobAnswer = z.object({
  job: z.object({ status: z.string(), message: z.string().nullable(), progress: z.record(z.string(), z.number()) }),
});

/** Kills the server ten times during one sync to each CRM, twice while it refreshes tokens, and checks both sides. */
export const killDuringSync: Scenario = async (parts) => {
  const { checks, template, folders } = parts;
  const crms = await Promise.all(CRMS.map(async (crm) => ({ crm, standIn: await crm.start() })));
  const settings = Object.assign({ QUARRY_PRIVATE_TARGETS: 'on' }, ...crms.map(({ standIn }) => standIn.environment));
  const dataDir = folders.copy(template.dataDir, 'sync');
  const server = await startSupervised(dataDir, { demoCompanies: template.companies, settings });
  await server.ready();
  const companyIds = await firstIds(await signIn(server.url, CLIENT), COMPANY_PAGES);
  await addContacts(server, companyIds.slice(0, PEOPLE));
  for (const { crm, standIn } of crms) await killDuringOne(parts, server, crm, standIn, companyIds);
  const ended = await server.stop();
  checks.same(ended.code, 0, 'the server stops');
  const serious = seriousLines(ended.stdout);
  checks.that(serious.length === 0, 'the log has no errors', serious.slice(0, 5));
  for (const { standIn } of crms) await standIn.close();
};

/** Gives the account these contacts and no others. */
async function addContacts({ dataDir }: Server, companyIds: readonly string[]): Promise<void> {
  const record = await openRecord(dataDir);
  await record.db.asSystem(async (tx) => {
    const [client] = await tx.select({ id: clients.id }).from(clients).where(eq(clients.name, CLIENT));
    if (client === undefined) throw new Error(`There is no client ${CLIENT}`);
    const people = companyIds.map((companyId, at) => ({
      clientId: client.id,
      contactId: `synced-${at}`,
      companyId,
      firstName: 'First',
      lastName: `Last ${at}`,
      email: `person@company-${at}.com`,
    }));
    await tx.delete(contacts).where(eq(contacts.clientId, client.id));
    await tx.insert(contacts).values(people);
  });
  await record.close();
}

/** Connects a CRM as a person does, and maps the fields. */
async function connect(caller: Caller, { type, company, contact }: SyncedCrm): Promise<string> {
  const path = '/app/integrations';
  const { url } = await caller.ask('POST', `${path}/authorize`, { integrationType: type }, address);
  const consent = await fetch(url, { redirect: 'manual' });
  const { searchParams } = new URL(consent.headers.get('location') ?? '');
  const [code, state] = [searchParams.get('code'), searchParams.get('state')];
  const { integration } = await caller.ask(
    'POST',
    `${path}/connect`,
    { integrationType: type, code, state },
    connected,
  );
  for (const [recordType, fields] of Object.entries({ company, contact })) {
    for (const [internalName, externalName] of Object.entries(fields)) {
      const mapping = { recordType, internalName, externalName };
      await caller.ask('PUT', `${path}/${integration.id}/mappings`, mapping, z.unknown());
    }
  }
  return integration.id;
}

async function killDuringOne(
  { checks, chance }: ScenarioParts,
  server: Server,
  crm: SyncedCrm,
  standIn: CrmStandIn,
  companyIds: readonly string[],
): Promise<void> {
  const { type } = crm;
  const caller = await signIn(server.url, CLIENT);
  const integrationId = await connect(caller, crm);
  for (const fault of NETWORK_FAULTS) {
    standIn.server.faults.plan({ on: crm.creates, after: Math.floor(chance.between(0, 12)), fault });
  }
  standIn.server.faults.plan({ on: crm.creates, times: Infinity, fault: { kind: 'slowAnswer', ms: crm.createMs } });
  const begin = Date.now();
  const inCrm = () => standIn.companies.live.length + standIn.contacts.live.length;
  // One in each part of the run, the last among the contacts.
  const part = ((companyIds.length + PEOPLE) * LAST_PLACE) / KILLS;
  const places = Array.from({ length: KILLS }, (_each, at) => chance.between(at * part, (at + 1) * part));
  let from = prepareProcess(crm, standIn, 1);
  const { jobId } = await caller.ask('POST', '/app/integration-jobs/start', { integrationId, companyIds }, started);
  const moments: string[] = [];
  for (const [at, place] of places.entries()) {
    const isRefreshing = DURING_REFRESH.includes(at + 1);
    await until(() =>
      isRefreshing ? isAsking(crm, standIn, from) : isSending(crm, standIn, from) && inCrm() >= place,
    );
    await sleep(chance.between(0, LATEST_MS));
    moments.push(`${inCrm()}${isRefreshing ? ' (in a refresh)' : ''}`);
    server.kill();
    from = prepareProcess(crm, standIn, at + 2);
  }
  await server.ready();
  standIn.server.faults.clear();
  const read = async () => (await caller.ask('GET', `/app/integration-jobs/items/${jobId}`, undefined, jobAnswer)).job;
  const end = Date.now() + END_LIMIT_MS;
  let job = await read();
  while (job.status === 'IN_PROGRESS' || job.status === 'WAITING') {
    if (Date.now() > end) throw new Error(`The sync to ${type} did not end: ${JSON.stringify(job)}`);
    await sleep(200);
    job = await read();
  }
  checks.same([job.status, job.message], ['COMPLETE', null], `${type}: the sync ends`);
  const { numAccountsToProcess, numAccountsCreated, numContactsToProcess, numContactsCreated } = job.progress;
  checks.same(
    [numAccountsToProcess, numAccountsCreated, numContactsToProcess, numContactsCreated],
    [companyIds.length, companyIds.length, PEOPLE, PEOPLE],
    `${type}: the counters add up`,
  );
  const held = [standIn.companies.live.length, standIn.contacts.live.length];
  checks.same(held, [companyIds.length, PEOPLE], `${type}: the CRM holds each record once`);
  checks.same(standIn.duplicates.length, 0, `${type}: no duplicates`);
  checks.same(standIn.contactsWithoutCompany.length, 0, `${type}: no contact without its account`);
  checks.same(standIn.server.contractViolations, [], `${type}: no request outside the contract`);
  checks.same(standIn.server.limitViolations, [], `${type}: no request above the limits`);
  const record = await openRecord(server.dataDir);
  checks.same((await record.job(jobId))?.attempt, KILLS + 1, `${type}: every kill ended an attempt`);
  await record.close();
  const faults = standIn.server.calls.filter(({ fault }) => fault !== null && fault !== 'slowAnswer').length;
  checks.note(
    `${type}: ${held[0]} companies and ${held[1]} contacts in ${Math.round((Date.now() - begin) / 1_000)} s with ${KILLS} kills and ${faults} faults of the network; killed with ${moments.join(', ')} records there`,
  );
}

/** To be called before a process can call: it has to refresh its tokens. Returns the number of calls until then. */
function prepareProcess({ refreshes }: SyncedCrm, { oauth, server }: CrmStandIn, kill: number): number {
  const isRefreshing = DURING_REFRESH.includes(kill);
  // A token whose successor was never heard of is lost, so those stay valid whose refresh is killed.
  oauth.options.rotatesRefreshTokens = !isRefreshing;
  if (isRefreshing) server.faults.plan({ on: refreshes, fault: { kind: 'slowAnswer', ms: REFRESH_MS } });
  oauth.expireAccessTokens();
  return server.calls.length;
}

/** True once the process waits for new tokens. */
function isAsking({ refreshes }: SyncedCrm, { server }: CrmStandIn, from: number): boolean {
  return server.calls.slice(from).some(({ method, path }) => refreshes.test(`${method} ${path}`));
}

/** True once the process calls with its new tokens. */
function isSending({ refreshes }: SyncedCrm, { server }: CrmStandIn, from: number): boolean {
  const calls = server.calls
    .slice(from)
    .map((call) => ({ ...call, isRefresh: refreshes.test(`${call.method} ${call.path}`) }));
  const refresh = calls.findIndex(({ isRefresh }) => isRefresh);
  return (
    refresh >= 0 && calls.slice(refresh).some(({ isRefresh, status }) => !isRefresh && status >= 200 && status < 300)
  );
}

async function until(isReached: () => boolean): Promise<void> {
  const end = Date.now() + MOMENT_LIMIT_MS;
  while (!isReached()) {
    if (Date.now() > end) throw new Error('The sync does not go on');
    await sleep(20);
  }
}
