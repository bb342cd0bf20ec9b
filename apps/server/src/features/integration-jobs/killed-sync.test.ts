import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CrmType } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { integrationJobs, integrationMappings, integrations } from '@quarry/postgres/tables/integrations';
import { jobs as jobsTable } from '@quarry/postgres/tables/jobs';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { datasetBuild } from '#server/features/builds/build-dataset.ts';
import { createClient } from '#server/features/client-configs/create-client.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { expiryOf, sealTokens } from '#server/features/integrations/access/tokens.ts';
import { connectPlainly, signInPlainly } from '#server/features/integrations/testing/plain-vendor-api.ts';
import type { CrmStandIn } from '#server/features/integrations/testing/stand-ins/crm-stand-in.ts';
import type { Fault, FaultPlan } from '#server/features/integrations/testing/stand-ins/faults.ts';
import { startHubspot } from '#server/features/integrations/testing/stand-ins/hubspot/index.ts';
import { startPipedrive } from '#server/features/integrations/testing/stand-ins/pipedrive/index.ts';
import { startSalesforce } from '#server/features/integrations/testing/stand-ins/salesforce/index.ts';
import { vendorOf } from '#server/features/integrations/vendors/index.ts';
import { readConfig } from '#server/platform/config.ts';
import { createJobs, type Jobs } from '#server/platform/jobs/jobs.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { killableWorker } from '#server/testing/killable-worker.ts';
import { beginJob } from './begin-job.ts';
import { integrationSync } from './run/run-sync.ts';
import { COMPANIES, SECRET } from './testing/sync-worker.ts';
import { HUBSPOT_MAPPINGS, type TestMappings } from './testing/sync-world.ts';

/** What goes wrong on the way to a CRM, and how much it is sent. */
interface Case {
  readonly type: CrmType;
  readonly companies: number;
  readonly people: number;
  readonly kills: number;
  readonly mappings: TestMappings;
  readonly token: RegExp;
  readonly faults: readonly FaultPlan[];
}

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Fault => ({
  kind: 'answer',
  status,
  body,
  headers,
});
const [lost, half, reset] = [{ kind: 'lostAnswer' }, { kind: 'truncatedAnswer' }, { kind: 'reset' }] as const;
const inASecond = { 'retry-after': '1' };
const tooMany = (policyName: string) => ({ errorType: 'RATE_LIMIT', policyName });
const concurrent = [{ errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'ConcurrentPerOrgLongTxn Limit exceeded.' }];

const CASES: readonly Case[] = [
  {
    type: 'HUBSPOT',
    companies: COMPANIES,
    people: 60,
    kills: 2,
    mappings: HUBSPOT_MAPPINGS,
    token: /oauth.*token/,
    faults: [
      { on: /companies\/batch\/upsert/, after: 1, fault: lost },
      { on: /companies\/batch\/upsert/, after: 3, fault: half },
      { on: /companies\/batch\/upsert/, after: 5, fault: { kind: 'slowAnswer', ms: 1_000 } },
      { on: /companies\/search/, after: 1, fault: answer(429, tooMany('SECONDLY')) },
      { on: /contacts\/batch\/upsert/, fault: reset },
      { on: /contacts\/batch\/upsert/, after: 1, times: 2, fault: answer(503, '') },
      { on: /contacts\/batch\/upsert/, after: 3, fault: answer(429, tooMany('TEN_SECONDLY_ROLLING'), inASecond) },
      { on: /associate/, fault: lost },
    ],
  },
  {
    type: 'SALESFORCE',
    companies: COMPANIES,
    people: 60,
    kills: 2,
    mappings: {
      company: { name: 'Name', domain: 'Website' },
      contact: { first_name: 'FirstName', last_name: 'LastName', email: 'Email' },
    },
    token: /oauth2.*token/,
    faults: [
      { on: /sobjects\/Account\/Quarry/, after: 1, fault: lost },
      { on: /sobjects\/Account\/Quarry/, after: 2, fault: half },
      { on: /sobjects\/Account\/Quarry/, after: 3, times: 2, fault: answer(500, '') },
      { on: /sobjects\/Contact\/Quarry/, fault: answer(429, [], inASecond) },
      { on: /sobjects\/Contact\/Quarry/, after: 1, fault: answer(403, concurrent, inASecond) },
      { on: /sobjects\/Contact\/Quarry/, after: 2, fault: reset },
    ],
  },
  {
    type: 'PIPEDRIVE',
    companies: 60,
    people: 20,
    kills: 1,
    mappings: { company: { name: 'name', domain: 'website' }, contact: { email: 'emails' } },
    token: /oauth.*token/,
    faults: [
      { on: /POST .*organizations/, after: 2, fault: lost },
      { on: /POST .*organizations/, after: 9, fault: half },
      { on: /POST .*organizations/, after: 12, fault: answer(429, {}, { 'x-ratelimit-reset': '1' }) },
      { on: /POST .*persons/, after: 3, fault: { kind: 'answer', status: 502, body: '<html>', isApplied: true } },
      { on: /POST .*persons/, after: 5, fault: answer(429, {}, inASecond) },
    ],
  },
];

let database: TestDatabase;
let apiJobs: Jobs;
let path: string;
let standIns: Readonly<Record<CrmType, CrmStandIn>>;
const environment = () => Object.assign({}, ...Object.values(standIns).map((standIn) => standIn.environment));
const worker = killableWorker(fileURLToPath(new URL('./testing/sync-worker.ts', import.meta.url)), () => [
  database.connectionString,
  path,
  JSON.stringify(environment()),
]);

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'quarry-killed-sync-'));
  database = await createTestDatabase();
  const [SALESFORCE, PIPEDRIVE] = [await startSalesforce(), await startPipedrive()];
  standIns = { HUBSPOT: await startHubspot({ searchLagMs: 0 }), SALESFORCE, PIPEDRIVE };
  const definitions = [datasetBuild, integrationSync];
  apiJobs = createJobs({
    db: database.db,
    definitions,
    deps: {} as never,
    role: 'api',
    log: pino({ level: 'silent' }),
  });
  await apiJobs.start();
  await worker.start();
});
afterAll(async () => {
  await worker.kill();
  await apiJobs.stop(1_000);
  for (const standIn of Object.values(standIns)) await standIn.close();
  await database.drop();
  await rm(path, { recursive: true, force: true });
});

async function jobEnds(jobId: string): Promise<void> {
  for (;;) {
    const job = await apiJobs.get(jobId);
    if (job?.status === 'COMPLETE') return;
    if (job === null || job.status === 'ERROR') throw new Error(job?.error ?? 'The job is gone');
    await sleep(20);
  }
}

/** An account connected to a stand-in, with a dataset and contacts. */
async function openAccount({ type, mappings, people }: Case): Promise<{ clientId: string; integrationId: string }> {
  const { db } = database;
  const clientId = await db.asSystem((tx) =>
    createClient(tx, { config: defaultConfig(`killed-${type.toLowerCase()}`) }, { userId: null, name: 'test' }),
  );
  await jobEnds(await db.asSystem((tx) => requestBuild(tx, apiJobs, clientId, {}, 'test')));
  const config = readConfig({ NODE_ENV: 'test', QUARRY_PRIVATE_TARGETS: 'on', ...environment() });
  const vendor = vendorOf(type, config);
  const { accessToken, refreshToken, apiUrl } = await signInPlainly(vendor);
  const { account } = await connectPlainly(vendor);
  const integrationId = await db.asClient(clientId, async (tx) => {
    const tokens = { accessToken, refreshToken: refreshToken ?? '', apiUrl };
    const [row] = await tx
      .insert(integrations)
      .values({
        clientId,
        integrationType: type,
        encryptedCredentials: sealTokens(createSecrets(SECRET), tokens),
        // The first call refreshes them.
        tokenExpiresAt: expiryOf(1),
        credentialScopes: [...vendor.scopes],
        externalAccount: account,
      })
      .returning({ id: integrations.id });
    const id = row?.id ?? '';
    for (const recordType of ['company', 'contact'] as const) {
      for (const [internalName, externalName] of Object.entries(mappings[recordType])) {
        const mapping = { clientId, integrationId: id, recordType, internalName, externalName };
        await tx.insert(integrationMappings).values({ ...mapping, updateStrategy: 'OVERWRITE_ALWAYS' });
      }
    }
    await tx.insert(contacts).values(
      Array.from({ length: people }, (_each, at) => ({
        clientId,
        contactId: `contact-${at}`,
        companyId: String(at + 3),
        firstName: 'First',
        lastName: `Last ${at}`,
        email: `person${at}@company${at + 3}.com`,
      })),
    );
    return id;
  });
  return { clientId, integrationId };
}

test.each(CASES)(
  '$type: kill -9 at any moment and every fault of the network leave each record once, and counters that add up',
  async (each) => {
    const { type, companies, people } = each;
    const { db } = database;
    const standIn = standIns[type];
    const { server, oauth } = standIn;
    oauth.options.rotatesRefreshTokens = true;
    const { clientId, integrationId } = await openAccount(each);
    for (const fault of each.faults) server.faults.plan(fault);
    const companyIds = Array.from({ length: companies }, (_each, at) => String(at + 3));
    const scope = {
      kind: 'CHOSEN',
      day: '2026-01-01',
      filters: null,
      search: '',
      tab: 'ALL',
      companyIds,
      segmentIds: [],
    };
    const jobId = await db.asClient(clientId, (tx) =>
      beginJob(tx, apiJobs, integrationSync, {
        clientId,
        integrationId,
        taskName: 'Manual Sync',
        scope,
        requestedBy: null,
      }),
    );
    const restart = async () => {
      await worker.kill();
      oauth.expireAccessTokens();
      await worker.start();
    };
    // A new refresh token is stored before it is used, so it is there once a call has come with its access token.
    const refreshed = async (times: number) => {
      const isUsed = () => server.calls.findLastIndex(({ path: to }) => each.token.test(to)) < server.calls.length - 1;
      while (oauth.refreshes < times || !isUsed()) await sleep(5);
    };
    await refreshed(1);
    await restart();
    await refreshed(2);
    // In the middle of a refresh, of a token that stays valid: nobody can keep one whose successor was never heard of.
    oauth.options.rotatesRefreshTokens = false;
    server.faults.plan({ on: each.token, fault: { kind: 'slowAnswer', ms: 1_000 } });
    const calls = server.callsTo(each.token).length;
    await restart();
    while (server.callsTo(each.token).length === calls) await sleep(5);
    await restart();
    let kills = 3;
    for (; kills < 3 + each.kills; kills++) {
      await sleep(100 + Math.random() * 1_200);
      if ((await apiJobs.get(jobId))?.status === 'COMPLETE') break;
      await restart();
    }
    await jobEnds(jobId);
    const [job] = await db.asSystem((tx) => tx.select().from(integrationJobs).where(eq(integrationJobs.jobId, jobId)));
    expect(job).toMatchObject({
      status: 'COMPLETE',
      isSettled: true,
      counts: {
        numAccountsToProcess: companies,
        numAccountsCreated: companies,
        numAccountsFailed: 0,
        numAccountsSkipped: 0,
        numContactsToProcess: people,
        numContactsCreated: people,
        numContactsFailed: 0,
      },
    });
    expect(standIn.companies.live).toHaveLength(companies);
    expect(standIn.contacts.live).toHaveLength(people);
    expect(standIn.duplicates).toEqual([]);
    expect(standIn.contactsWithoutCompany).toEqual([]);
    expect(server.contractViolations).toEqual([]);
    expect(server.limitViolations).toEqual([]);
    const [connection] = await db.asSystem((tx) =>
      tx.select().from(integrations).where(eq(integrations.id, integrationId)),
    );
    expect(connection?.problem).toBeNull();
    const [row] = await db.asSystem((tx) => tx.select().from(jobsTable).where(eq(jobsTable.id, jobId)));
    expect(row?.attempt).toBe(kills + 1);
    // Pipedrive's other lane may have had a call on its way.
    if (type === 'PIPEDRIVE') return;
    const refused = server.calls.find(({ status }) => status === 429);
    const next = server.calls.find(({ path: to, at }) => to === refused?.path && at > refused.at);
    expect((next?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(900);
  },
  240_000,
);
