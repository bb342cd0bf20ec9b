import { createHash, randomUUID } from 'node:crypto';
import {
  addSuppressions,
  createIntegration,
  getWebhookDelivery,
  type Integration,
  listIntegrations,
  listWebhookDeliveries,
  MASKED,
  redeliverWebhook,
  saveFieldMapping,
  sendWebhookTest,
  updateIntegration,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { integrations, webhookDeliveries } from '@quarry/postgres/tables/integrations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { readIntegration } from '../integration.ts';
import { type ConnectorsWorld, startConnectorsWorld } from '../testing/connectors-world.ts';
import {
  type Received,
  type ReceiverAnswer,
  startReceiver,
  type WebhookReceiver,
} from '../testing/webhook-receiver.ts';
import { assertTargets } from './credentials.ts';
import { deliverBatch } from './deliver-batch.ts';

const SECRET = 'a secret between two companies';
const HEADER_VALUE = 'Bearer receiver-token-123456';

const sentTest = z.object({ body: z.tuple([z.object({ domain: z.string() })]) });

let world: ConnectorsWorld;
let receiver: WebhookReceiver;
let url = '';
let integration: Integration;
let received: Received[] = [];
/** The answers to the next requests: a status, headers, or null for a broken connection. */
let answers: ReceiverAnswer[] = [];

beforeAll(async () => {
  receiver = await startReceiver(() => {
    const answer = answers.shift();
    return answer === undefined ? { status: 200 } : answer;
  });
  ({ url, received } = receiver);
  world = await startConnectorsWorld({}, { companies: 20 });
  ({ integration } = await world.server.call(
    createIntegration,
    {
      integrationType: 'WEBHOOK',
      credentials: {
        accountUrl: `${url}/accounts`,
        headers: [{ header: 'Authorization', value: HEADER_VALUE }],
        hmacSecret: SECRET,
      },
    },
    world.admin,
  ));
});
afterAll(async () => {
  await world.server.close();
  receiver.close();
});
beforeEach(() => {
  received.length = 0;
  answers = [];
});

/** RFC 2104, step by step, for keys of up to 64 bytes. */
function hmacByHand(secret: string, text: string): string {
  const key = Buffer.concat([Buffer.from(secret), Buffer.alloc(64)]).subarray(0, 64);
  const padded = (byte: number) => Buffer.from(key.map((each) => each ^ byte));
  const hash = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  return hash(padded(0x5c), hash(padded(0x36), Buffer.from(text))).toString('hex');
}

const stored = () =>
  world.server.platform.db.asClient(world.clientId, (tx) => readIntegration(tx, world.clientId, integration.id));
const deliver = async (jobId: string, batch: number, body: unknown = { name: 'Ümläut & Söhne' }) =>
  deliverBatch(
    world.server.platform,
    await stored(),
    { jobId, batch, recordType: 'company', recordIds: ['1'], body },
    { waits: { retriesMs: [1, 1, 1, 1], answerMs: 2_000 } },
  );

test('the signature is that of an independent implementation over the very bytes', async () => {
  expect(await deliver('signed', 0)).toEqual({ kind: 'delivered' });
  const [one] = received;
  expect(one?.headers['x-quarry-hmac-sha256']).toBe(hmacByHand(SECRET, one?.body ?? ''));
  expect(one?.headers).toMatchObject({ 'content-type': 'application/json', authorization: HEADER_VALUE });
  expect(JSON.parse(one?.body ?? '')).toEqual({ source: 'Quarry', type: 'account', body: { name: 'Ümläut & Söhne' } });
});

test('what may pass is tried again under the same id with the same bytes, and then stays delivered', async () => {
  answers = [{ status: 503 }, null, { status: 429, headers: { 'retry-after': '0' } }, { status: 408 }];
  expect(await deliver('retried', 0)).toEqual({ kind: 'delivered' });
  expect(received).toHaveLength(5);
  expect(new Set(received.map(({ headers }) => headers['x-quarry-delivery'])).size).toBe(1);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  // As after a crash before the outcome was recorded elsewhere.
  expect(await deliver('retried', 0, { another: 'rendering' })).toEqual({ kind: 'delivered' });
  expect(received).toHaveLength(5);
});

test.each([
  [[503, 503, 503, 503, 503], null, [5_000, 30_000, 120_000, 600_000]],
  // Longer waits are as asked, up to ten minutes.
  [[429, 408, 425, 200], '7', [7_000, 30_000, 120_000]],
  [[429, 200], '599', [599_000]],
  [[503, 200], '3600', [600_000]],
  [[503, 200], 'Fri, 31 Dec 2100 23:59:59 GMT', [600_000]],
  [[503, 200], 'Sat, 01 Jan 2000 00:00:00 GMT', [5_000]],
])('after the answers %j, which ask for %s, it waits as specified', async (statuses, retryAfter, expected) => {
  const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': retryAfter };
  answers = statuses.map((status) => ({ status, headers }));
  const waited: number[] = [];
  const waits = { pass: async (ms: number) => void waited.push(ms) };
  const batch = { jobId: randomUUID(), batch: 0, recordType: 'company', recordIds: ['1'], body: {} } as const;
  const { kind } = await deliverBatch(world.server.platform, await stored(), batch, { waits });
  expect([kind, waited]).toEqual([statuses.at(-1) === 200 ? 'delivered' : 'refused', expected]);
  expect(received).toHaveLength(statuses.length);
});

test('other refusals are final, and redirects are refusals', async () => {
  answers = [{ status: 422 }, { status: 302, headers: { location: `${url}/elsewhere` } }];
  expect(await deliver('refused', 0)).toMatchObject({ kind: 'refused', status: 422 });
  expect(await deliver('refused', 1)).toMatchObject({ kind: 'refused', status: 302 });
  expect(received.map(({ path }) => path)).toEqual(['/accounts', '/accounts']);
});

test('an address that is gone, and twenty failures in a row, end it', async () => {
  answers = [{ status: 410 }];
  expect(await deliver('gone', 0)).toMatchObject({ kind: 'ended', what: 'address' });
  answers = Array.from({ length: 20 }, () => ({ status: 400 }));
  const outcomes = [];
  for (let batch = 0; batch < 20; batch++) outcomes.push((await deliver('failing', batch)).kind);
  expect(outcomes.slice(0, 19).every((kind) => kind === 'refused')).toBe(true);
  expect(outcomes[19]).toBe('ended');
});

test('each try of a batch is a request, and one that arrives begins the count anew', async () => {
  answers = Array.from({ length: 19 }, () => ({ status: 503 }));
  const outcomes = [];
  // Three batches of five tries, and one that arrives with the fifth.
  for (let batch = 0; batch < 4; batch++) outcomes.push((await deliver('flaky', batch)).kind);
  answers = Array.from({ length: 20 }, () => ({ status: 503 }));
  for (let batch = 4; batch < 8; batch++) outcomes.push((await deliver('flaky', batch)).kind);
  const refused = 'refused';
  expect(outcomes).toEqual([refused, refused, refused, 'delivered', refused, refused, refused, 'ended']);
});

test('a failed delivery is shown without secrets, and sent again as it was', async () => {
  answers = [{ status: 400 }];
  await deliver('redelivered', 0);
  const { items, count } = await world.server.call(
    listWebhookDeliveries,
    { integrationId: integration.id, status: 'FAILED', limit: 1 },
    world.admin,
  );
  expect(count).toBeGreaterThan(20);
  const key = { integrationId: integration.id, deliveryId: items[0]?.id ?? '' };
  const { delivery } = await world.server.call(getWebhookDelivery, key, world.admin);
  expect(delivery.requestHeaders).toMatchObject({ Authorization: MASKED, 'X-Quarry-Delivery': key.deliveryId });
  expect(delivery).toMatchObject({ responseStatus: 400, responseBody: `got ${MASKED}`, attempts: 1 });
  const again = await world.server.call(redeliverWebhook, key, world.admin);
  expect(again.delivery).toMatchObject({ id: key.deliveryId, status: 'DELIVERED', attempts: 2 });
  expect(received[1]?.body).toBe(received[0]?.body);
  expect((await world.server.refused(redeliverWebhook, key, world.admin)).body.errorCode).toBe('CONFLICT');
});

test('a test is marked as one, and has the mapped fields', async () => {
  const mapping = { integrationId: integration.id, recordType: 'contact', internalName: 'email' } as const;
  await world.server.call(saveFieldMapping, { ...mapping, externalName: 'E-mail' }, world.admin);
  await world.server.call(
    updateIntegration,
    {
      integrationId: integration.id,
      credentials: {
        accountUrl: `${url}/accounts`,
        contactsUrl: `${url}/contacts`,
        webhookBatchSize: 50,
        headers: [{ header: 'Authorization', value: MASKED }],
        hmacSecret: MASKED,
      },
    },
    world.admin,
  );
  const test = { integrationId: integration.id, recordType: 'contact' } as const;
  const { delivery } = await world.server.call(sendWebhookTest, test, world.admin);
  expect(delivery).toMatchObject({ status: 'DELIVERED', jobId: null, records: 1 });
  expect(received[0]).toMatchObject({
    path: '/contacts',
    headers: { 'x-quarry-test': 'true', authorization: HEADER_VALUE },
  });
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    type: 'contact',
    body: [{ contact_id: 'example', 'E-mail': 'erin@example.com' }],
  });
});

test('a test never sends a suppressed company', async () => {
  const sendTest = async (): Promise<string> => {
    received.length = 0;
    const test = { integrationId: integration.id, recordType: 'company' } as const;
    await world.server.call(sendWebhookTest, test, world.admin);
    return sentTest.parse(JSON.parse(received[0]?.body ?? '')).body[0].domain;
  };
  const best = await sendTest();
  await world.server.call(addSuppressions, { entries: [best] }, world.admin);
  const next = await sendTest();
  expect(next).not.toBe(best);
  expect(next).not.toBe('example.com');
});

test.each([
  [[{ header: 'Host', value: 'x' }], 'The header Host is set by Quarry and cannot be replaced.'],
  [
    [{ header: 'X-Quarry-Hmac-Sha256', value: 'x' }],
    'The header X-Quarry-Hmac-Sha256 is set by Quarry and cannot be replaced.',
  ],
  [[{ header: 'X-New', value: MASKED }], 'Give the value of the header X-New.'],
  [
    [
      { header: 'X-A', value: 'one' },
      { header: 'x-a', value: 'two' },
    ],
    'The header x-a is given twice.',
  ],
  [[{ header: 'X-A', value: 'one\r\nX-B: two' }], 'A header cannot have line breaks or other control characters'],
  [[{ header: 'X-A: b\r\nX-B', value: 'one' }], 'This is not the name of a header'],
])('headers %j are refused', async (headers, message) => {
  const credentials = { accountUrl: `${url}/accounts`, headers };
  const change = { integrationId: integration.id, credentials };
  expect((await world.server.refused(updateIntegration, change, world.admin)).body.message).toBe(message);
});

test('secrets are neither in answers nor, in the clear, in any table', async () => {
  const everything = await world.server.platform.db.asSystem(async (tx) => [
    await tx.select().from(auditLog),
    await tx.select().from(integrations),
    await tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.clientId, world.clientId)),
  ]);
  const shown = await world.server.send(listIntegrations, {}, world.admin);
  for (const secret of [SECRET, 'receiver-token-123456']) {
    expect(JSON.stringify([everything, shown])).not.toContain(secret);
  }
  const [own] = (await world.server.call(listIntegrations, {}, world.admin)).integrations;
  expect(own?.credentials).toMatchObject({ hmacSecret: MASKED, headers: [{ header: 'Authorization', value: MASKED }] });
  const [seen] = (await world.server.call(listIntegrations, {}, world.user)).integrations;
  expect(seen?.credentials).toBeNull();
});

test.each(['http://127.0.0.1/', 'https://[::1]/', 'https://localhost/', 'http://169.254.169.254/latest'])(
  'without the switch, %s is refused when it is saved',
  (accountUrl) => {
    const credentials = { accountUrl, contactsUrl: null, webhookBatchSize: null, headers: [], hmacSecret: null };
    expect(() => assertTargets({ allowsPrivateTargets: false }, credentials)).toThrow(
      'is not an address on the internet',
    );
    expect(() => assertTargets({ allowsPrivateTargets: true }, credentials)).not.toThrow();
  },
);

test('without the switch, addresses on the internet are taken, encrypted or not', () => {
  const [accountUrl, contactsUrl] = ['http://hooks.example.com/companies', 'http://93.184.216.34:8080/'];
  const credentials = { accountUrl, contactsUrl, webhookBatchSize: null, headers: [], hmacSecret: null };
  expect(() => assertTargets({ allowsPrivateTargets: false }, credentials)).not.toThrow();
});
