import { sql, uint } from '@quarry/clickhouse';
import {
  authorizeIntegration,
  type CrmType,
  connectIntegration,
  getIntegrationJob,
  type IntegrationJob,
  type IntegrationSettings,
  saveFieldMapping,
  startIntegrationJob,
  updateIntegration,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { integrations } from '@quarry/postgres/tables/integrations';
import type { DestinationStream } from 'pino';
import { expect } from 'vitest';
import { z } from 'zod';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readClient } from '#server/features/datasets/read-client.ts';
import type { CrmStandIn } from '#server/features/integrations/testing/stand-ins/crm-stand-in.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { beginAutoSyncs } from '../auto-sync/begin-auto-syncs.ts';

/** Fields of companies and contacts by the CRM's names. */
export interface TestMappings {
  readonly company: Readonly<Record<string, string>>;
  readonly contact: Readonly<Record<string, string>>;
}

export const HUBSPOT_MAPPINGS: TestMappings = {
  company: { name: 'name', domain: 'domain', employee_count: 'numberofemployees' },
  contact: { first_name: 'firstname', last_name: 'lastname', email: 'email', position: 'jobtitle' },
};

/** An account with a dataset and contacts. */
export interface SyncAccount {
  readonly server: TestServer;
  readonly client: TestClient;
  readonly admin: Caller;
  /** Companies of the dataset, in the order of their ids. */
  readonly companies: readonly { readonly id: string; readonly domain: string; readonly name: string }[];
  /** Connects a CRM, as a person does. Returns the connector's id. */
  connect(type: CrmType): Promise<string>;
  job(jobId: string): Promise<IntegrationJob>;
  ended(jobId: string): Promise<IntegrationJob>;
  close(): Promise<void>;
}

/** A connector of an account. */
export interface Connector {
  readonly integrationId: string;
  settings(settings: Partial<IntegrationSettings>): Promise<void>;
  map(recordType: 'company' | 'contact', internalName: string, externalName: string | null): Promise<void>;
  start(scope?: object): Promise<string>;
  /** Starts a sync and waits until it has ended. */
  sync(scope?: object): Promise<IntegrationJob>;
  /** Starts the day's auto-sync, as a build does, and waits until it has ended. */
  autoSync(): Promise<IntegrationJob>;
}

export type SyncWorld = SyncAccount & Connector;

const companyRow = z.object({ id: z.string(), domain: z.string(), name: z.string() });

/** Opens an account whose dataset has `companies`, each of the first `people` of them with a contact. */
export async function openSyncAccount(
  environment: Readonly<Record<string, string>>,
  { companies, people, logDestination }: { companies: number; people: number; logDestination?: DestinationStream },
): Promise<SyncAccount> {
  const settings = { LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent', QUARRY_PRIVATE_TARGETS: 'on', ...environment };
  const server = await startTestServer(settings, logDestination === undefined ? {} : { logDestination });
  const { platform } = server;
  const client = await buildTestDataset(platform, { name: 'synced', companies });
  const person = await signedInPerson(platform, { memberOf: { [client.id]: ['USER', 'ADMIN'] } });
  const admin = { token: person.token, client: client.name };
  const scoped = await readClient(platform, client.id);
  const dataset = await openDataset({
    client: scoped,
    read: (query) => platform.db.asClient(client.id, query),
    caches: platform.caches,
  });
  const rows = await platform.warehouse.rows(
    sql`SELECT toString(__company_id) AS id, __domain AS domain, name FROM ${dataset.table()} ORDER BY __company_id LIMIT ${uint(100_000)}`,
    companyRow,
  );
  await platform.db.asClient(client.id, async (tx) => {
    const added = rows.slice(0, people).map(({ id, domain }, at) => ({
      clientId: client.id,
      contactId: `contact-${String(at).padStart(6, '0')}`,
      companyId: id,
      firstName: `First${at}`,
      lastName: `Last${at}`,
      email: `person${at}@${domain}`,
      position: 'Head of Sales',
    }));
    if (added.length > 0) await tx.insert(contacts).values(added);
  });
  const job = async (jobId: string): Promise<IntegrationJob> =>
    (await server.call(getIntegrationJob, { jobId }, admin)).job;
  return {
    server,
    client,
    admin,
    companies: rows,
    job,
    async connect(integrationType) {
      const { url } = await server.call(authorizeIntegration, { integrationType }, admin);
      const consent = await fetch(url, { redirect: 'manual' });
      const back = new URL(consent.headers.get('location') ?? '');
      const [code, state] = ['code', 'state'].map((name) => back.searchParams.get(name) ?? '');
      const connected = { integrationType, code: code ?? '', state: state ?? '' };
      return (await server.call(connectIntegration, connected, admin)).integration.id;
    },
    async ended(jobId) {
      await expect
        .poll(async () => (await job(jobId)).status, { timeout: 120_000, interval: 50 })
        .toSatisfy((status) => status !== 'WAITING' && status !== 'IN_PROGRESS');
      return job(jobId);
    },
    close: () => server.close(),
  };
}

/** A connector with its mappings. */
export async function openConnector(
  { server, admin, client, ended }: SyncAccount,
  integrationId: string,
  mappings: TestMappings,
): Promise<Connector> {
  const map = async (recordType: 'company' | 'contact', internalName: string, externalName: string | null) => {
    await server.call(saveFieldMapping, { integrationId, recordType, internalName, externalName }, admin);
  };
  for (const recordType of ['company', 'contact'] as const) {
    for (const [own, theirs] of Object.entries(mappings[recordType])) await map(recordType, own, theirs);
  }
  const start = async (scope: object = {}) =>
    (await server.call(startIntegrationJob, { integrationId, ...scope }, admin)).jobId;
  return {
    integrationId,
    map,
    start,
    sync: async (scope) => ended(await start(scope)),
    async autoSync() {
      const { db, jobs } = server.platform;
      const [jobId] = await db.asClient(client.id, async (tx) => {
        await tx.update(integrations).set({ lastAutoSyncAt: null }).where(eq(integrations.id, integrationId));
        return beginAutoSyncs(tx, jobs, client.id);
      });
      if (jobId === undefined) throw new Error('No auto-sync began');
      return ended(jobId);
    },
    async settings(settings) {
      await server.call(updateIntegration, { integrationId, ...settings }, admin);
    },
  };
}

/** An account connected to a stand-in. */
export async function openSyncWorld(
  standIn: CrmStandIn,
  type: CrmType,
  { mappings, ...size }: { companies: number; people: number; mappings: TestMappings },
): Promise<SyncWorld> {
  const account = await openSyncAccount(standIn.environment, size);
  return { ...account, ...(await openConnector(account, await account.connect(type), mappings)) };
}
