import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { criteriaGroups, searchOptions } from '@quarry/contracts';
import { and, asc, eq, inArray, sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { jobs } from '@quarry/postgres/tables/jobs';
import { personaCompanies, personas, segmentContacts } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantCredits } from '#server/features/accounts/credits/grant-credits.ts';
import { createJobs, type Jobs } from '#server/platform/jobs/jobs.ts';
import { killableWorker } from '#server/testing/killable-worker.ts';
import { createTestClient } from '#server/testing/test-people.ts';
import { includedBy, removeContacts } from './apply-definition.ts';
import { personaSearch } from './persona-search.ts';
import { RESTARTED, requestSearches } from './request-searches.ts';
import { settleAbandonedSearches } from './settle-abandoned-searches.ts';
import { CLIENT, COMPANIES, PEOPLE, SEGMENT } from './testing/search-worker.ts';

let database: TestDatabase;
let apiJobs: Jobs;
let path: string;
let clientId: string;
const worker = killableWorker(fileURLToPath(new URL('testing/search-worker.ts', import.meta.url)), () => [
  database.connectionString,
  path,
]);

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'quarry-killed-search-'));
  database = await createTestDatabase();
  const log = pino({ level: 'silent' });
  apiJobs = createJobs({ db: database.db, definitions: [personaSearch], deps: {} as never, role: 'api', log });
  await apiJobs.start();
  clientId = await createTestClient(database, CLIENT);
  await database.db.asClient(clientId, (tx) =>
    tx.insert(segments).values({
      id: SEGMENT,
      clientId,
      name: 'Segment',
      inclusions: {},
      exclusions: {},
      run: 1,
      sizeCompanies: COMPANIES,
    }),
  );
});
afterAll(async () => {
  await worker.kill();
  await apiJobs.stop(1000);
  await database.drop();
  await rm(path, { recursive: true, force: true });
});

const grant = (amount: number, key: string) =>
  database.db.asSystem((tx) =>
    grantCredits(tx, { clientId, creditType: 'CONTACT', amount, actor: 'test', idempotencyKey: key }),
  );

async function createStarted(name: string, numContactsRequiredPerCompany: number): Promise<string> {
  return database.db.asClient(clientId, async (tx) => {
    const [row] = await tx
      .insert(personas)
      .values({
        clientId,
        segmentId: SEGMENT,
        name,
        criteriaGroups: criteriaGroups.parse([{ positionInclusionKeywords: ['sales'] }]),
        searchOptions: searchOptions.parse({ numContactsRequiredPerCompany }),
        ...RESTARTED,
        searchStatus: 'QUEUED',
        wasStarted: true,
      })
      .returning({ id: personas.id });
    await requestSearches(tx, apiJobs, clientId, 'test');
    return row?.id ?? '';
  });
}

const readPersona = async (id: string) => {
  const [row] = await database.db.asClient(clientId, (tx) => tx.select().from(personas).where(eq(personas.id, id)));
  if (row === undefined) throw new Error('The persona is gone');
  return row;
};
const finished = (id: string) =>
  database.db.asClient(clientId, (tx) => tx.$count(personaCompanies, eq(personaCompanies.personaId, id)));
const isActive = async (id: string) => ['QUEUED', 'RUNNING'].includes((await readPersona(id)).searchStatus);

/** The rules put the head first and the others, whom nothing else tells apart, in the order of their ids. */
const contactAt = (companyId: string, rank: number) => String((Number(companyId) - 1) * PEOPLE + rank);

/** Moments are chosen from the first second of each process: when it begins, finds, writes or has written. */
const WITHIN_MS = 1_000;

/** Kills the worker at random moments of the search, then waits for its end. Returns the kills that interrupted it. */
async function searchWithKills(id: string, kills: number): Promise<number> {
  let killed = 0;
  while (killed < kills && (await isActive(id))) {
    await sleep(Math.random() * WITHIN_MS);
    await worker.kill();
    if (await isActive(id)) killed += 1;
    await worker.start();
  }
  while (await isActive(id)) await sleep(20);
  return killed;
}

test('ten times kill -9, an edit and an empty balance: every contact newly owned is charged exactly once', async () => {
  const { db } = database;
  await grant(COMPANIES + 500, 'first');
  await worker.start();

  const wide = await createStarted('Wide', PEOPLE);
  let killed = await searchWithKills(wide, 3);
  expect(await readPersona(wide)).toMatchObject({ searchStatus: 'ERROR', errorReason: 'OUT_OF_CREDITS' });
  await grant((PEOPLE - 1) * COMPANIES, 'second');
  await db.asClient(clientId, async (tx) => {
    await tx
      .update(personas)
      .set({ ...RESTARTED, searchStatus: 'QUEUED' })
      .where(eq(personas.id, wide));
    await requestSearches(tx, apiJobs, clientId, 'test');
  });
  // Two personas that find the same people wait behind each other; one is edited while it runs.
  const second = await createStarted('Second', PEOPLE);
  killed += await searchWithKills(wide, 4);
  expect(await readPersona(wide)).toMatchObject({ searchStatus: 'COMPLETE' });
  while ((await finished(second)) === 0) await sleep(2);
  await db.asClient(clientId, async (tx) => {
    await tx.select().from(personas).where(eq(personas.id, second)).for('update');
    await tx
      .update(personas)
      .set({
        ...RESTARTED,
        searchStatus: 'QUEUED',
        revision: sql`${personas.revision} + 1`,
        searchOptions: searchOptions.parse({ numContactsRequiredPerCompany: 1 }),
      })
      .where(eq(personas.id, second));
    await removeContacts(tx, and(includedBy(second), sql`${segmentContacts.rank} > 1`), 'CONTACTS_PER_COMPANY_REDUCED');
    await requestSearches(tx, apiJobs, clientId, 'test');
  });
  killed += await searchWithKills(second, 3);
  expect(await readPersona(second)).toMatchObject({ searchStatus: 'COMPLETE' });
  // Where a search ended before its kills, others find the same people.
  for (let at = 1; killed < 10; at += 1) {
    killed += await searchWithKills(await createStarted(`Further ${at}`, PEOPLE), Math.min(4, 10 - killed));
  }
  await worker.kill();

  const { entries, owned, included } = await db.asSystem(async (tx) => ({
    entries: await tx
      .select()
      .from(creditLedger)
      .where(eq(creditLedger.clientId, clientId))
      .orderBy(asc(creditLedger.id)),
    owned: await tx.select().from(contacts),
    included: await tx.select().from(segmentContacts).where(eq(segmentContacts.inclusionStatus, 'INCLUDED')),
  }));
  const keys = entries.filter(({ kind }) => kind === 'CONSUME').map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys)).toEqual(new Set(owned.map(({ contactId, companyId }) => `CONTACT:${contactId}:${companyId}`)));
  expect(keys).toHaveLength(PEOPLE * COMPANIES);
  let balance = 0;
  for (const { amount, balanceAfter } of entries) {
    balance += amount;
    if (balanceAfter !== balance) expect(balanceAfter).toBe(balance);
  }
  expect(balance).toBe(500);
  const perPersona = (id: string) => included.filter(({ personaId }) => personaId === id);
  expect(perPersona(wide)).toHaveLength(PEOPLE * COMPANIES);
  expect(perPersona(second)).toHaveLength(COMPANIES);
  const misplaced = [...perPersona(wide), ...perPersona(second)].filter(
    ({ contactId, companyId, rank }) => contactId !== contactAt(companyId, rank ?? 0),
  );
  expect(misplaced).toEqual([]);
  expect(new Set(perPersona(second).map(({ rank }) => rank))).toEqual(new Set([1]));
  expect([await finished(wide), await finished(second)]).toEqual([COMPANIES, COMPANIES]);
}, 300_000);

test('a search of which processes died again and again has failed, and the one behind it gets its turn', async () => {
  const { db } = database;
  await worker.start();
  const deadly = await createStarted('Deadly', 1);
  while ((await finished(deadly)) === 0) await sleep(2);
  await worker.kill();
  const behind = await createStarted('Behind', 1);
  const isSearch = and(eq(jobs.clientId, clientId), eq(jobs.type, personaSearch.type));
  await db.asClient(clientId, async (tx) => {
    await tx.delete(jobs).where(and(isSearch, eq(jobs.status, 'WAITING')));
    const died = { attempt: personaSearch.maxAttempts, leaseUntil: new Date(0) };
    await tx
      .update(jobs)
      .set(died)
      .where(and(isSearch, eq(jobs.status, 'PROCESSING')));
  });
  await worker.start();
  const isLive = and(isSearch, inArray(jobs.status, ['WAITING', 'PROCESSING']));
  while ((await db.asClient(clientId, (tx) => tx.$count(jobs, isLive))) > 0) await sleep(20);
  expect(await readPersona(deadly)).toMatchObject({ searchStatus: 'RUNNING' });

  await settleAbandonedSearches({ db, enqueue: apiJobs.enqueue });
  expect(await readPersona(deadly)).toMatchObject({ searchStatus: 'ERROR', errorReason: 'UNKNOWN' });
  while (await isActive(behind)) await sleep(20);
  expect(await readPersona(behind)).toMatchObject({ searchStatus: 'COMPLETE' });
  expect(await finished(behind)).toBe(COMPANIES);
}, 120_000);
