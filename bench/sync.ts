/**
 * First syncs of 10,000 companies and 3,000 contacts, of which the CRM refuses 2 % and had 500 companies before under
 * other spellings, to a stand-in of each CRM and to a webhook: `npm run bench -- sync [companies] [HUBSPOT | SALESFORCE | PIPEDRIVE | WEBHOOK]`. Budgets: HubSpot and Pipedrive 3 minutes, Salesforce and the webhook 1.
 * Fails on duplicates, on requests outside the vendor's contract or above its limits, and if the counters of the job are
 * not what the stand-in holds. Then the same again may write nothing, and 100 changed companies give 100 updates.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ident, sql, uint, uints } from '@quarry/clickhouse';
import type { CrmType } from '@quarry/contracts';
import { and, eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { contacts } from '@quarry/postgres/tables/contacts';
import { integrations } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import type { CrmStandIn } from '../apps/server/src/features/integrations/testing/stand-ins/crm-stand-in.ts';
import { startHubspot } from '../apps/server/src/features/integrations/testing/stand-ins/hubspot/index.ts';
import { startPipedrive } from '../apps/server/src/features/integrations/testing/stand-ins/pipedrive/index.ts';
import { startSalesforce } from '../apps/server/src/features/integrations/testing/stand-ins/salesforce/index.ts';
import { UNIVERSE } from '../apps/server/src/features/universe/universe-table.ts';
import { enqueueBuildOf } from './enqueue-build.ts';
import { type Bench, openBench } from './open-bench.ts';
import { startReceiver, syncToWebhook } from './sync-webhook.ts';

const COMPANIES = 10_000;
const CONTACTS = 3_000;
const CHANGED = 100;
const KNOWN = 500;
/** One in so many is refused. */
const REFUSED_EVERY = 50;
const REFUSED = 'refused';

interface BenchCrm {
  readonly type: CrmType;
  readonly goalSeconds: number;
  readonly standIn: CrmStandIn;
  readonly company: Readonly<Record<string, string>>;
  readonly contact: Readonly<Record<string, string>>;
  /** How people wrote a domain there before. */
  readonly spell: (domain: string) => string;
}

const companyRow = z.object({ id: z.string(), domain: z.string() });
type Company = z.infer<typeof companyRow>;

const started = z.object({ jobId: z.string() });
const connected = z.object({ integration: z.object({ id: z.string() }) });
const errorGroups = z.object({ items: z.array(z.object({ recordType: z.string(), errorCount: z.number() })) });
const jobAnswer = z.object({
  job: z.object({ status: z.string(), message: z.string().nullable(), progress: z.record(z.string(), z.number()) }),
});

/** Syncs to every connector, or to one. Returns true if all are within budget. */
export async function sync(companies: number, only?: string): Promise<boolean> {
  const crms = await startCrms(only);
  const receiver = await startReceiver();
  const settings = Object.assign({ QUARRY_PRIVATE_TARGETS: 'on' }, ...crms.map(({ standIn }) => standIn.environment));
  const bench = await openBench(companies, settings);
  try {
    const chosen = await prepare(bench);
    let isWithin = true;
    const connections: { readonly crm: BenchCrm; readonly integrationId: string }[] = [];
    for (const crm of crms) {
      const integrationId = await connect(bench, crm);
      connections.push({ crm, integrationId });
      isWithin = (await syncFirst(bench, crm, integrationId, chosen)) && isWithin;
    }
    if (only === undefined || only === 'WEBHOOK') {
      isWithin = (await syncToWebhook(bench, receiver, idsOf(chosen), runSync)) && isWithin;
    }
    if (connections.length > 0) await changeCompanies(bench, chosen.slice(0, CHANGED));
    for (const { crm, integrationId } of connections) {
      isWithin = (await syncChanged(bench, crm, integrationId, chosen)) && isWithin;
    }
    return isWithin;
  } finally {
    await bench.close();
    await receiver.close();
    for (const { standIn } of crms) await standIn.close();
  }
}

const CRMS: readonly (Omit<BenchCrm, 'standIn'> & { readonly start: () => Promise<CrmStandIn> })[] = [
  {
    type: 'HUBSPOT',
    goalSeconds: 180,
    start: () => startHubspot(),
    company: { name: 'name', domain: 'domain', employee_count: 'numberofemployees' },
    contact: { first_name: 'firstname', last_name: 'lastname', email: 'email', position: 'jobtitle' },
    spell: (domain) => `WWW.${domain}`,
  },
  {
    type: 'SALESFORCE',
    goalSeconds: 60,
    start: () => startSalesforce(),
    company: { name: 'Name', domain: 'Website', employee_count: 'NumberOfEmployees' },
    contact: { first_name: 'FirstName', last_name: 'LastName', email: 'Email', position: 'Title' },
    spell: (domain) => `HTTP://WWW.${domain.toUpperCase()}/en`,
  },
  {
    type: 'PIPEDRIVE',
    goalSeconds: 180,
    // The largest plan.
    start: () => startPipedrive({ burst: 480, dailyTokens: 210_000 }),
    company: { name: 'name', domain: 'website', employee_count: 'employee_count' },
    contact: { email: 'emails' },
    spell: (domain) => `https://www.${domain}/`,
  },
];

function startCrms(only: string | undefined): Promise<BenchCrm[]> {
  const chosen = CRMS.filter(({ type }) => only === undefined || only === type);
  return Promise.all(chosen.map(async ({ start, ...crm }) => ({ ...crm, standIn: await start() })));
}

/** Forgets earlier runs, and gives companies to sync, some of them with a contact. */
async function prepare({ platform, client, dataset }: Bench): Promise<readonly Company[]> {
  const [account] = await platform.db.asSystem((tx) =>
    tx.select({ id: clients.id }).from(clients).where(eq(clients.name, client)),
  );
  if (account === undefined) throw new Error(`There is no client ${client}`);
  const clientId = account.id;
  const table = ident(dataset.database, `dataset_${dataset.version}`);
  const chosen = await platform.warehouse.rows(
    sql`SELECT toString(__company_id) AS id, __domain AS domain FROM ${table}
      WHERE __domain != '' AND isNotNull(employee_count) ORDER BY __company_id LIMIT ${uint(COMPANIES)}`,
    companyRow,
  );
  const people = chosen.slice(0, CONTACTS).map(({ id, domain }, at) => ({
    clientId,
    contactId: `bench-${at}`,
    companyId: id,
    firstName: `First ${at}`,
    lastName: `Last ${at}`,
    // Those of refused companies aren't sent.
    email: `${at % REFUSED_EVERY === 1 ? REFUSED : 'person'}${at}@${domain}`,
    position: 'Head of Sales',
  }));
  await platform.db.asClient(clientId, async (tx) => {
    await tx.delete(integrations).where(eq(integrations.clientId, clientId));
    await tx.delete(contacts).where(and(eq(contacts.clientId, clientId)));
    for (let at = 0; at < people.length; at += 1_000) await tx.insert(contacts).values(people.slice(at, at + 1_000));
  });
  return chosen;
}

const idsOf = (companies: readonly Company[]): string[] => companies.map(({ id }) => id);

/** Connects as a person does, and maps the fields. */
async function connect(bench: Bench, { type, company, contact }: BenchCrm): Promise<string> {
  const { url } = z
    .object({ url: z.string() })
    .parse(await bench.post('/app/integrations/authorize', { integrationType: type }));
  const consent = await fetch(url, { redirect: 'manual' });
  const { searchParams } = new URL(consent.headers.get('location') ?? '');
  const { integration } = connected.parse(
    await bench.post('/app/integrations/connect', {
      integrationType: type,
      code: searchParams.get('code'),
      state: searchParams.get('state'),
    }),
  );
  for (const [recordType, fields] of Object.entries({ company, contact })) {
    for (const [internalName, externalName] of Object.entries(fields)) {
      const mapping = { recordType, internalName, externalName };
      await bench.request('PUT', `/app/integrations/${integration.id}/mappings`, mapping);
    }
  }
  return integration.id;
}

/** Runs a sync, and returns its counters and time. */
async function runSync(bench: Bench, integrationId: string, companyIds: readonly string[]) {
  const start = performance.now();
  const { jobId } = started.parse(await bench.post('/app/integration-jobs/start', { integrationId, companyIds }));
  for (;;) {
    const { job } = jobAnswer.parse(await bench.request('GET', `/app/integration-jobs/items/${jobId}`));
    if (job.status === 'COMPLETE') return { counts: job.progress, seconds: (performance.now() - start) / 1_000 };
    if (job.status !== 'WAITING' && job.status !== 'IN_PROGRESS') throw new Error(`${job.status}: ${job.message}`);
    await sleep(200);
  }
}

/** Compares the numbers of records with each kind of error. */
async function compareGroups(bench: Bench, type: CrmType, expected: Readonly<Record<string, readonly number[]>>) {
  const path = `/app/integration-jobs/errors/summary?integrationType=${type}`;
  const { items } = errorGroups.parse(await bench.request('GET', path));
  return Object.entries(expected).flatMap(([recordType, counts]) => {
    const found = items.filter((group) => group.recordType === recordType).map(({ errorCount }) => errorCount);
    const [is, shouldBe] = [found, counts].map((all) => all.toSorted((one, other) => one - other).join(' and '));
    return is === shouldBe ? [] : [`errors of a ${recordType}: ${is} instead of ${shouldBe}`];
  });
}

const writesOf = ({ companies, contacts: people }: CrmStandIn): number =>
  [...companies.all, ...people.all].reduce((sum, { writes }) => sum + writes, 0);

async function syncFirst(bench: Bench, crm: BenchCrm, integrationId: string, chosen: readonly Company[]) {
  const { standIn, type, goalSeconds } = crm;
  const refused = new Set(chosen.filter((_company, at) => at % REFUSED_EVERY === 0).map(({ domain }) => domain));
  standIn.rules.push((recordType, values) => {
    const isRefused =
      recordType === 'companies'
        ? Object.values(values).some((value) => typeof value === 'string' && refused.has(value))
        : JSON.stringify(values).includes(`"${REFUSED}`);
    return isRefused ? { code: 'VALIDATION_ERROR', field: null, message: 'Refused by a rule of the account' } : null;
  });
  const known = chosen.filter(({ domain }) => !refused.has(domain)).slice(-KNOWN);
  for (const { domain } of known) {
    standIn.companies.create({ [crm.company.name ?? '']: 'Known', [crm.company.domain ?? '']: crm.spell(domain) });
  }
  const first = await runSync(bench, integrationId, idsOf(chosen));
  const { counts } = first;
  const calls = standIn.server.calls.length;
  const people = Math.min(CONTACTS, chosen.length);
  const sent = Math.ceil(chosen.length / REFUSED_EVERY);
  const ownRefused = Math.ceil((people - 1) / REFUSED_EVERY);
  const ofRefused = Math.ceil(people / REFUSED_EVERY);
  const problems = [
    ...mismatch('companies created', counts.numAccountsCreated, chosen.length - sent - known.length),
    ...mismatch('companies adopted', counts.numAccountsUpdated, known.length),
    ...mismatch('companies failed', counts.numAccountsFailed, sent),
    ...mismatch('contacts created', counts.numContactsCreated, people - ownRefused - ofRefused),
    ...mismatch('contacts failed', counts.numContactsFailed, ownRefused + ofRefused),
    ...mismatch('companies in the CRM', standIn.companies.live.length, chosen.length - sent),
    ...mismatch('contacts in the CRM', standIn.contacts.live.length, counts.numContactsCreated),
    ...(await compareGroups(bench, type, { company: [sent], contact: [ownRefused, ofRefused] })),
    ...breaches(standIn),
  ];
  console.log(
    `${type.padEnd(10)} first: ${chosen.length} companies, ${people} contacts in ${first.seconds.toFixed(1)} s (budget ${goalSeconds}), ${calls} calls`,
  );
  // What was refused is accepted now.
  standIn.rules.length = 0;
  await runSync(bench, integrationId, idsOf(chosen));
  const before = writesOf(standIn);
  const again = await runSync(bench, integrationId, idsOf(chosen));
  problems.push(...mismatch('writes of the same again', writesOf(standIn) - before, 0), ...breaches(standIn));
  console.log(`${type.padEnd(10)} again: ${again.seconds.toFixed(1)} s, ${writesOf(standIn) - before} writes`);
  return tell(type, problems) && first.seconds <= goalSeconds;
}

async function syncChanged(
  bench: Bench,
  { standIn, type }: BenchCrm,
  integrationId: string,
  chosen: readonly Company[],
) {
  const before = writesOf(standIn);
  const { counts, seconds } = await runSync(bench, integrationId, idsOf(chosen));
  const changed = Math.min(CHANGED, chosen.length);
  console.log(`${type.padEnd(10)} ${changed} changed: ${seconds.toFixed(1)} s, ${writesOf(standIn) - before} writes`);
  return tell(type, [
    ...mismatch('updates', counts.numAccountsUpdated, changed),
    ...mismatch('writes', writesOf(standIn) - before, changed),
    ...breaches(standIn),
  ]);
}

/** Imports another number of employees, and builds the dataset anew. */
async function changeCompanies({ platform, client }: Bench, changed: readonly Company[]): Promise<void> {
  const companies = ident(UNIVERSE, 'companies');
  await platform.warehouse.command(
    sql`INSERT INTO ${companies}
      SELECT * REPLACE (employee_count + 1 AS employee_count, version + 1 AS version)
      FROM ${companies} FINAL WHERE company_id IN ${uints(idsOf(changed))}`,
    { lane: 'jobs' },
  );
  await (await enqueueBuildOf(platform, client)).finished;
}

const mismatch = (what: string, found: number | undefined, expected: number | undefined): string[] =>
  found === expected ? [] : [`${what}: ${found} instead of ${expected}`];

const breaches = ({ duplicates, contactsWithoutCompany, server }: CrmStandIn): string[] => [
  ...mismatch('duplicates', duplicates.length, 0),
  ...mismatch('contacts without company', contactsWithoutCompany.length, 0),
  ...mismatch(`requests outside the contract (${server.contractViolations[0]})`, server.contractViolations.length, 0),
  ...mismatch(`requests above the limits (${server.limitViolations[0]})`, server.limitViolations.length, 0),
];

function tell(type: CrmType, problems: readonly string[]): boolean {
  for (const problem of problems) console.log(`${type.padEnd(10)} WRONG ${problem}`);
  return problems.length === 0;
}
