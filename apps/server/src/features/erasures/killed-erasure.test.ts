import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ident, migrate, openEmbedded, sql, uint } from '@quarry/clickhouse';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { contacts } from '@quarry/postgres/tables/contacts';
import { jobs } from '@quarry/postgres/tables/jobs';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { universeMigrations } from '#server/features/universe/schema.ts';
import { createJobs, type Jobs } from '#server/platform/jobs/jobs.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { buildDeps } from '#server/testing/build-deps.ts';
import { killableWorker } from '#server/testing/killable-worker.ts';
import { personErasure, sealRequest } from './person-erasure.ts';
import { ERASURE_SECRET } from './testing/erasure-worker.ts';
import { PEOPLE } from './universe-people.sql.ts';

/** Person number n has two entries, `p<n>@a.example.com` and `p<n>@b.example.com`, with one profile. */
const PEOPLE_COUNT = 300_000;
const log = pino({ level: 'silent' });
const secrets = createSecrets(ERASURE_SECRET);
let database: TestDatabase;
let apiJobs: Jobs;
let clientId: string;
let path: string;
const worker = killableWorker(fileURLToPath(new URL('testing/erasure-worker.ts', import.meta.url)), () => [
  database.connectionString,
  path,
]);

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'quarry-killed-erasure-'));
  database = await createTestDatabase();
  const { db } = database;
  apiJobs = createJobs({ db, definitions: [personErasure], deps: {} as never, role: 'api', log });
  const warehouse = await openEmbedded({ path });
  await migrate(warehouse, universeMigrations);
  await buildDeps({ db, warehouse, log }).ledger.recordWrites([PEOPLE], (engine) =>
    engine.command(
      sql`INSERT INTO ${ident(PEOPLE.database, PEOPLE.name)} (company_id, item_id, raw_name, email, person_url)
        SELECT number % 1000, number, concat('Person ', toString(person)),
          concat('p', toString(person), if(number % 2 = 0, '@a.example.com', '@b.example.com')),
          concat('https://people.example/in/p', toString(person))
        FROM (SELECT number, intDiv(number, 2) AS person FROM numbers(${uint(2 * PEOPLE_COUNT)}))`,
      { lane: 'jobs' },
    ),
  );
  await warehouse.close();
  clientId = await db.asSystem(async (tx) => {
    const [client] = await tx.insert(clients).values({ name: 'ours' }).returning({ id: clients.id });
    if (client === undefined) throw new Error('The client was not created');
    const person = (number: number) => ({
      clientId: client.id,
      contactId: `p${number}`,
      companyId: '1',
      email: `p${number}@b.example.com`,
    });
    await tx.insert(contacts).values(Array.from({ length: 20 }, (_, number) => person(number)));
    return client.id;
  });
}, 120_000);
afterAll(async () => {
  await worker.kill();
  await apiJobs.stop(1000);
  await database.drop();
  await rm(path, { recursive: true, force: true });
});

test('kill -9 during an erasure: after the restart the person is gone everywhere, and nobody else is', async () => {
  const { db } = database;
  const rowOf = (id: string) => db.asSystem(async (tx) => (await tx.select().from(jobs).where(eq(jobs.id, id)))[0]);
  let killed = 0;
  await worker.start();
  // Milliseconds after the job began, or after the system of record has forgotten the person.
  const kills = [
    ['begun', 0],
    ['begun', 15],
    ['forgotten', 0],
    ['forgotten', 40],
    ['forgotten', 250],
    ['forgotten', 120],
  ] as const;
  for (const [person, [state, afterMs]] of kills.entries()) {
    const sought = { emails: [`p${person}@a.example.com`], personUrls: [], entries: [] };
    const request = sealRequest({ secrets }, sought);
    const jobId = await db.asSystem((tx) => apiJobs.enqueue(tx, personErasure, null, request));
    const isReached = (row: typeof jobs.$inferSelect | undefined) =>
      row?.status !== 'WAITING' && (state === 'begun' || JSON.stringify(row?.input) !== JSON.stringify(request));
    while (!isReached(await rowOf(jobId))) await sleep(1);
    await sleep(afterMs);
    if ((await rowOf(jobId))?.status === 'PROCESSING') killed += 1;
    await worker.kill();
    await worker.start();
    await expect.poll(async () => (await rowOf(jobId))?.status, { timeout: 60_000 }).toBe('COMPLETE');
    expect((await rowOf(jobId))?.input).toEqual({ sealed: null, crmRecords: null });
  }
  expect(killed).toBeGreaterThan(2);
  await worker.kill();

  const left = await db.asClient(clientId, (tx) => tx.select().from(contacts));
  expect(left).toHaveLength(20 - kills.length);
  const warehouse = await openEmbedded({ path });
  const { ledger } = buildDeps({ db, warehouse, log });
  await ledger.check({ isThorough: true });
  const counts = await warehouse.rows(
    sql`SELECT count() AS rows, uniqExact(item_id) AS entries, countIf(raw_name = '' AND email = '' AND person_url = '') AS blank,
        countIf(person_url IN ('https://people.example/in/p0', 'https://people.example/in/p5')) AS kept
      FROM ${ident(PEOPLE.database, PEOPLE.name)}`,
    z.record(z.string(), z.coerce.number()),
  );
  await warehouse.close();
  expect(ledger.hasDamage()).toBe(false);
  const entries = 2 * PEOPLE_COUNT;
  expect(counts).toEqual([{ rows: entries, entries, blank: 2 * kills.length, kept: 0 }]);
}, 240_000);
