import { clients } from '@quarry/postgres/tables/clients';
import { integrationJobs, integrations, syncJournal, webhookDeliveries } from '@quarry/postgres/tables/integrations';
import { jobs } from '@quarry/postgres/tables/jobs';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetOld } from './upkeep.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

let database: TestDatabase;
let of: { clientId: string; integrationId: string };

beforeAll(async () => {
  database = await createTestDatabase();
  of = await database.db.asSystem(async (tx) => {
    const [client] = await tx.insert(clients).values({ name: 'acme' }).returning();
    const clientId = client?.id ?? '';
    const [row] = await tx.insert(integrations).values({ clientId, integrationType: 'WEBHOOK' }).returning();
    return { clientId, integrationId: row?.id ?? '' };
  });
});
afterAll(() => database.drop());

test('deliveries are kept for 30 days', async () => {
  const { db } = database;
  const sent = {
    ...of,
    recordType: 'company' as const,
    recordIds: ['1'],
    url: 'https://example.com',
    requestBody: '{}',
  };
  await db.asSystem((tx) =>
    tx.insert(webhookDeliveries).values([
      { ...sent, id: 'old', createdAt: daysAgo(31) },
      { ...sent, id: 'recent', createdAt: daysAgo(29) },
    ]),
  );
  await forgetOld(db);
  const kept = await db.asSystem((tx) => tx.select({ id: webhookDeliveries.id }).from(webhookDeliveries));
  expect(kept).toEqual([{ id: 'recent' }]);
});

test('values of a journal are kept for 30 days, also of a job whose end only the queue recorded', async () => {
  const { db } = database;
  const task = { ...of, taskName: 'Manual Sync', scope: {} };
  await db.asSystem(async (tx) => {
    const queued = { clientId: of.clientId, type: 'integration-sync', input: {} };
    await tx.insert(jobs).values({ ...queued, id: 'died', status: 'ERROR', error: 'killed', finishedAt: daysAgo(31) });
    await tx.insert(integrationJobs).values([
      { ...task, jobId: 'old', status: 'COMPLETE', finishedAt: daysAgo(31) },
      { ...task, jobId: 'recent', status: 'COMPLETE', finishedAt: daysAgo(29) },
      { ...task, jobId: 'died', status: 'IN_PROGRESS' },
    ]);
    const written = {
      clientId: of.clientId,
      recordType: 'company',
      recordId: '1',
      companyId: '1',
      state: 'done',
    } as const;
    for (const jobId of ['old', 'recent', 'died']) {
      await tx.insert(syncJournal).values({ ...written, jobId, action: 'update', before: { a: 1 }, after: { a: 2 } });
    }
  });
  await forgetOld(db);
  const kept = await db.asSystem((tx) =>
    tx.select({ jobId: syncJournal.jobId, before: syncJournal.before, after: syncJournal.after }).from(syncJournal),
  );
  expect(kept.filter(({ before, after }) => before !== null || after !== null)).toMatchObject([{ jobId: 'recent' }]);
});
