import {
  authorizeIntegration,
  connectIntegration,
  describeExternalFields,
  disconnectIntegration,
  getClient,
  getExternalRecordUrl,
  listIntegrations,
} from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { crmCallLimits, integrationJobs, integrations } from '@quarry/postgres/tables/integrations';
import { jobs } from '@quarry/postgres/tables/jobs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openVendorApi } from './access/open-vendor-api.ts';
import { type ConnectorsWorld, startConnectorsWorld } from './testing/connectors-world.ts';
import { type HubspotStandIn, startHubspot } from './testing/stand-ins/hubspot/index.ts';

let hubspot: HubspotStandIn;
let world: ConnectorsWorld;

beforeAll(async () => {
  hubspot = await startHubspot();
  world = await startConnectorsWorld({
    ...hubspot.environment,
    QUARRY_PIPEDRIVE_CLIENT_ID: 'pipedrive-app',
    QUARRY_PIPEDRIVE_CLIENT_SECRET: 'pipedrive-secret',
  });
});
afterAll(async () => {
  await world.server.close();
  await hubspot.close();
});
beforeEach(() => hubspot.server.faults.clear());

const read = async () => {
  const { integrations: all } = await world.server.call(listIntegrations, {}, world.admin);
  return all.find(({ integrationType }) => integrationType === 'HUBSPOT');
};
/** A sync that waits for another day. */
async function pausedJob(integrationId: string): Promise<string> {
  const pausedUntil = new Date(Date.now() + 3_600_000);
  return world.server.platform.db.asClient(world.clientId, async (tx) => {
    const queued = { type: 'integration-sync', clientId: world.clientId, input: {}, runAfter: pausedUntil };
    const [job] = await tx.insert(jobs).values(queued).returning({ id: jobs.id });
    const paused = { status: 'IN_PROGRESS', pausedUntil, message: 'Its allowance is spent' } as const;
    const recorded = { clientId: world.clientId, integrationId, taskName: 'Auto Sync', scope: {}, ...paused };
    await tx.insert(integrationJobs).values({ jobId: job?.id ?? '', ...recorded });
    return job?.id ?? '';
  });
}
const readJob = async (jobId: string) => {
  const { db } = world.server.platform;
  const [job] = await db.asSystem((tx) => tx.select().from(integrationJobs).where(eq(integrationJobs.jobId, jobId)));
  return job;
};
const api = async (id: string) =>
  (await openVendorApi(world.server.platform, id, AbortSignal.timeout(30_000), { waitsMs: [10, 10, 10] })).api;

test('an administrator connects HubSpot, and nobody is told a token', async () => {
  const integration = await world.connect('HUBSPOT');
  expect(integration).toMatchObject({
    integrationType: 'HUBSPOT',
    hasCredentials: true,
    credentials: null,
    missingScopes: [],
    problem: null,
    connectedBy: world.admin.email,
    companiesSyncMode: 'CREATE_AND_UPDATE',
    enableAutoSync: false,
  });
  const answers = [
    await world.server.send(listIntegrations, {}, world.admin),
    await world.server.send(listIntegrations, {}, world.user),
  ];
  const rows = await world.server.platform.db.asSystem(async (tx) => [
    await tx.select().from(auditLog),
    await tx.select().from(integrations),
  ]);
  for (const token of hubspot.oauth.issued) expect(JSON.stringify([answers, rows])).not.toContain(token);
});

test('a state is good once, for whoever began, and for this CRM', async () => {
  const { code, state } = await world.consent('HUBSPOT');
  const connection = { connectorName: '', integrationType: 'HUBSPOT' as const, code, state };
  const message = 'This connection was not begun here, or it took too long. Please connect again.';
  const refused = async (input: object) => (await world.server.refused(connectIntegration, input, world.admin)).body;
  expect(await refused({ ...connection, state: `${state}x` })).toMatchObject({ errorCode: 'CRM_REFUSED', message });
  expect(await refused({ ...connection, integrationType: 'SALESFORCE' })).toMatchObject({ message });
  await world.server.call(connectIntegration, connection, world.admin);
  expect(await refused(connection)).toMatchObject({ message });
  const other = await world.consent('HUBSPOT');
  expect(await refused({ ...connection, code: 'invented', state: other.state })).toMatchObject({
    message: 'HubSpot did not confirm the connection. Please connect again.',
  });
});

test('a CRM that is not set up cannot be connected', async () => {
  const { body } = await world.server.refused(authorizeIntegration, { integrationType: 'SALESFORCE' }, world.admin);
  expect(body.message).toBe('Whoever runs this installation has not set up this connector yet.');
  const { availableTypes } = await world.server.call(listIntegrations, {}, world.user);
  expect(availableTypes).toEqual(['HUBSPOT', 'WEBHOOK', 'PIPEDRIVE']);
});

test('the fields of the CRM and the address of a record', async () => {
  const { id } = await world.connect('HUBSPOT');
  const { accountFields, contactFields } = await world.server.call(
    describeExternalFields,
    { integrationId: id },
    world.admin,
  );
  expect(accountFields.find((field) => field.id === 'name')).toMatchObject({ canUseInSync: true, importsAs: 'String' });
  expect(contactFields.map((field) => field.id)).toContain('email');
  const { externalUrl } = await world.server.call(
    getExternalRecordUrl,
    { integrationId: id, externalId: '77' },
    world.user,
  );
  expect(externalUrl).toMatch(/\/record\/0-2\/77$/);
});

test('calls that find the token expired share one refresh', async () => {
  const { id } = await world.connect('HUBSPOT');
  const [one, two] = [await api(id), await api(id)];
  hubspot.oauth.expireAccessTokens();
  const before = hubspot.oauth.refreshes;
  const call = { method: 'GET', path: '/crm/properties/2026-09/companies', kind: 'read' } as const;
  const answers = await Promise.all([one, two, one, two].map((each) => each.send(call)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(hubspot.oauth.refreshes - before).toBe(1);
});

test('a lost answer to a refresh, and broken answers to reads, are survived', async () => {
  const { id } = await world.connect('HUBSPOT');
  hubspot.oauth.expireAccessTokens();
  hubspot.server.faults.plan({ fault: { kind: 'lostAnswer' }, on: /oauth.*token/ });
  const path = '/crm/properties/2026-09/companies';
  hubspot.server.faults.plan({ fault: { kind: 'truncatedAnswer' }, on: /properties/, after: 1 });
  hubspot.server.faults.plan({ fault: { kind: 'answer', status: 502, body: 'bad' }, on: /properties/, after: 2 });
  expect((await (await api(id)).send({ method: 'GET', path, kind: 'read' })).status).toBe(200);
});

test('revoked access is told once by mail, on the page and in the banner, until somebody connects again', async () => {
  const { id } = await world.connect('HUBSPOT');
  hubspot.oauth.revokeAccess();
  const problem = 'HubSpot no longer accepts the connection. Connect HubSpot again.';
  const describe = async () =>
    (await world.server.refused(describeExternalFields, { integrationId: id }, world.admin)).body;
  expect(await describe()).toMatchObject({ errorCode: 'INTEGRATION_INCORRECTLY_CONFIGURED', message: problem });
  expect(await describe()).toMatchObject({ message: problem });
  expect(await read()).toMatchObject({ problem, hasCredentials: true });
  expect((await world.server.call(getClient, {}, world.admin)).bannerAlerts).toEqual([problem]);
  expect((await world.server.call(getClient, {}, world.user)).bannerAlerts).toEqual([]);
  const mails = await world.server.platform.db.asSystem((tx) => tx.$count(jobs, eq(jobs.type, 'mail')));
  expect(mails).toBe(1);
  expect(await world.connect('HUBSPOT')).toMatchObject({ id, problem: null });
  expect((await world.server.call(getClient, {}, world.admin)).bannerAlerts).toEqual([]);
});

test('scopes that were not granted are a problem of the connection', async () => {
  const { scopes } = hubspot.oauth.options;
  hubspot.oauth.options.scopes = scopes.filter((scope) => scope !== 'crm.objects.contacts.write');
  const integration = await world.connect('HUBSPOT');
  hubspot.oauth.options.scopes = scopes;
  expect(integration.missingScopes).toEqual(['crm.objects.contacts.write']);
  expect(integration.problem).toContain('crm.objects.contacts.write');
});

test('disconnecting forgets the tokens, ends a paused job and keeps the rest', async () => {
  const { id } = await world.connect('HUBSPOT');
  const jobId = await pausedJob(id);
  const { integration } = await world.server.call(disconnectIntegration, { integrationId: id }, world.admin);
  expect(integration).toMatchObject({ id, hasCredentials: false, credentialScopes: [] });
  expect(await readJob(jobId)).toMatchObject({
    status: 'CANCELLED',
    pausedUntil: null,
    finishedAt: expect.any(Date),
    message: 'Stopped because the connector was disconnected',
  });
  const { body } = await world.server.refused(describeExternalFields, { integrationId: id }, world.admin);
  expect(body).toMatchObject({ errorCode: 'INTEGRATION_INCORRECTLY_CONFIGURED', message: 'HubSpot is not connected.' });
});

test('work that began with one account never uses the tokens of another', async () => {
  const { id } = await world.connect('HUBSPOT');
  const before = await api(id);
  const call = { method: 'GET', path: '/crm/properties/2026-09/companies', kind: 'read' } as const;
  expect((await before.send(call)).status).toBe(200);
  hubspot.portalId = '4712';
  await world.connect('HUBSPOT');
  hubspot.portalId = '4711';
  hubspot.oauth.expireAccessTokens();
  const calls = hubspot.server.calls.length;
  await expect(before.send(call)).rejects.toThrow('The connected account was disconnected or replaced.');
  // The refused one with the token of before.
  expect(hubspot.server.calls).toHaveLength(calls + 1);
  expect((await read())?.problem).toBeNull();
});

test('no call leaves above the limits, and a used-up window is waited for', async () => {
  const { id } = await world.connect('HUBSPOT');
  const opened = await api(id);
  const call = { method: 'GET', path: '/crm/properties/2026-09/contacts', kind: 'read' } as const;
  await Promise.all(Array.from({ length: 30 }, () => opened.send(call)));
  hubspot.server.faults.plan({
    fault: { kind: 'answer', status: 429, body: { errorType: 'RATE_LIMIT', policyName: 'SECONDLY' } },
  });
  expect((await opened.send(call)).status).toBe(200);
  const lowered = await world.server.platform.db.asSystem((tx) =>
    tx.$count(crmCallLimits, sql`${crmCallLimits.max} < ${crmCallLimits.target}`),
  );
  expect(lowered).toBeGreaterThan(0);
  expect(hubspot.server.limitViolations).toEqual([]);
  expect(hubspot.server.contractViolations).toEqual([]);
});

test('Pipedrive tells at the address of sign-ins that a company has removed the app, which ends its jobs', async () => {
  const { db, secrets } = world.server.platform;
  const [row] = await db.asClient(world.clientId, (tx) =>
    tx
      .insert(integrations)
      .values({
        clientId: world.clientId,
        integrationType: 'PIPEDRIVE',
        encryptedCredentials: secrets.encrypt('{}'),
        externalAccount: { id: '42', name: 'Acme', apiUrl: 'https://acme.pipedrive.com', facts: {} },
      })
      .returning(),
  );
  const jobId = await pausedJob(row?.id ?? '');
  const remove = async (password: string) =>
    world.server.app.inject({
      method: 'DELETE',
      url: '/connectors/connect',
      headers: { authorization: `Basic ${Buffer.from(`pipedrive-app:${password}`).toString('base64')}` },
      payload: { client_id: 'pipedrive-app', company_id: 42, user_id: 7 },
    });
  expect((await remove('a guess')).statusCode).toBe(401);
  expect(await readJob(jobId)).toMatchObject({ status: 'IN_PROGRESS' });
  expect((await remove('pipedrive-secret')).json()).toEqual({ isRemoved: true });
  expect(await readJob(jobId)).toMatchObject({
    status: 'CANCELLED',
    pausedUntil: null,
    message: 'Stopped because Quarry was removed in Pipedrive',
  });
  const [after] = await db.asSystem((tx) =>
    tx
      .select()
      .from(integrations)
      .where(eq(integrations.id, row?.id ?? '')),
  );
  expect(after).toMatchObject({
    encryptedCredentials: null,
    problem: 'Quarry was removed in Pipedrive. Connect Pipedrive again.',
  });
  expect((await remove('pipedrive-secret')).json()).toEqual({ isRemoved: false });
  await db.asClient(world.clientId, (tx) => tx.delete(integrations).where(eq(integrations.id, row?.id ?? '')));
});
