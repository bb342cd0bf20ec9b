import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ident, openEmbedded, sql } from '@quarry/clickhouse';
import { marketSource } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { markets } from '@quarry/postgres/tables/markets';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createClient } from '#server/features/client-configs/create-client.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { requestComputation } from '#server/features/datasets/request-computation.ts';
import { requestSourcing } from '#server/features/datasets/request-sourcing.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { createJobs, type Jobs } from '#server/platform/jobs/jobs.ts';
import { killableWorker } from '#server/testing/killable-worker.ts';
import { datasetBuild } from './build-dataset.ts';
import { dataPointsComputation } from './data-points-computation.ts';
import { COMPANIES, COUNTRIES } from './testing/build-worker.ts';

const CLIENT = 'killed';
let database: TestDatabase;
let apiJobs: Jobs;
let path: string;
const worker = killableWorker(fileURLToPath(new URL('./testing/build-worker.ts', import.meta.url)), () => [
  database.connectionString,
  path,
]);

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'quarry-killed-build-'));
  database = await createTestDatabase();
  const log = pino({ level: 'silent' });
  apiJobs = createJobs({
    db: database.db,
    definitions: [datasetBuild, dataPointsComputation],
    deps: {} as never,
    role: 'api',
    log,
  });
  await apiJobs.start();
});
afterAll(async () => {
  await worker.kill();
  await apiJobs.stop(1000);
  await database.drop();
  await rm(path, { recursive: true, force: true });
});

const PHASES = ['SOURCING', 'DATA_POINTS'] as const;
const saved = z.object({ phase: z.enum(PHASES) });
/** Kill this long after the build has saved that it begins a phase. */
type Moment = readonly [phase: (typeof PHASES)[number], afterMs: number];

/** Kills the worker at each moment that the job is seen to reach, then lets it end. Returns the number of kills. */
async function runKilled(jobId: string, moments: readonly Moment[], afterFirst = () => {}): Promise<number> {
  let kills = 0;
  for (const [phase, afterMs] of moments) {
    for (;;) {
      const job = await apiJobs.get(jobId);
      if (job === null || job.status === 'COMPLETE' || job.status === 'ERROR') break;
      const reached = job.status === 'PROCESSING' ? saved.safeParse(job.checkpoint).data?.phase : undefined;
      if (reached === phase) {
        await sleep(afterMs);
        await worker.kill();
        kills += 1;
        if (kills === 1) afterFirst();
        await worker.start();
        break;
      }
      // A phase may be over before anybody looks.
      if (reached !== undefined && PHASES.indexOf(reached) > PHASES.indexOf(phase)) break;
      await sleep(2);
    }
  }
  for (;;) {
    const job = await apiJobs.get(jobId);
    if (job?.status === 'COMPLETE') return kills;
    if (job === null || job.status === 'ERROR') throw new Error(job?.error ?? 'The job is gone');
    await sleep(20);
  }
}

const employees = (operator: string, value: number): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'e', field: 'firmographics/employee_count', operator, value }],
});
const inCountry = (...codes: string[]): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'c', field: 'firmographics/country', operator: 'isOneOf', value: codes }],
});

test('kill -9 at any moment: no duplicate or extra company, each counted once', async () => {
  const { db } = database;
  const config = { ...defaultConfig(CLIENT), sourcingCriteria: employees('gte', 19_000) };
  const id = await db.asSystem((tx) =>
    createClient(tx, { config, companyLimit: 9000 }, { userId: null, name: 'test' }),
  );
  const publish = async (name: string, criteria: FilterGroup, isLive: boolean) => {
    const [made] = await db.asClient(id, (tx) =>
      tx
        .insert(markets)
        .values({
          clientId: id,
          name,
          draftCriteria: criteria,
          publishedCriteria: criteria,
          publishedConfigs: [],
          publishedAt: new Date(),
          isLive,
          isSourcingDue: true,
        })
        .returning({ id: markets.id }),
    );
    return made?.id ?? '';
  };
  const readMarkets = async () =>
    new Map((await db.asClient(id, (tx) => tx.select().from(markets))).map((market) => [market.id, market]));

  const one = await publish('DE', inCountry('DE'), false);
  const other = await publish('DE or FR', inCountry('DE', 'FR'), true);
  await worker.start();
  const first = await db.asClient(id, (tx) => requestSourcing(tx, apiJobs, id, 'test'));
  const killed = await runKilled(first, [
    ['SOURCING', 120],
    ['DATA_POINTS', 0],
  ]);
  const afterFirst = await readMarkets();
  // More room, and an approval while the next build runs.
  await db.asSystem((tx) => tx.update(clients).set({ companyLimit: null }).where(eq(clients.id, id)));
  const second = await db.asSystem((tx) => requestBuild(tx, apiJobs, id, {}, 'test'));
  let late = '';
  const ended = runKilled(second, [['SOURCING', 60]]);
  late = await publish('US', inCountry('US'), false);
  const third = await db.asClient(id, (tx) => requestSourcing(tx, apiJobs, id, 'test'));
  expect(killed + (await ended)).toBeGreaterThan(1);
  await runKilled(third, []);
  await worker.kill();

  const [row] = await db.asSystem((tx) => tx.select().from(clients).where(eq(clients.id, id)));
  const { database: folder, dataset } = datasetTables(CLIENT, row?.datasetVersion ?? 0);
  const warehouse = await openEmbedded({ path });
  const members = await warehouse.rows(
    sql`SELECT toUInt32(__company_id) AS company, __sources AS sources FROM ${ident(folder, dataset)}`,
    z.object({ company: z.number(), sources: z.array(z.string()) }),
  );
  await warehouse.close();
  expect(members.length).toBe(COMPANIES);
  expect(new Set(members.map(({ company }) => company)).size).toBe(COMPANIES);

  const countryOf = (company: number) => COUNTRIES[company % 3];
  const settled = await readMarkets();
  const criteria: Record<string, readonly string[]> = { [one]: ['DE'], [other]: ['DE', 'FR'], [late]: ['US'] };
  for (const [marketId, countries] of Object.entries(criteria)) {
    const own = members.filter(({ sources }) => sources.includes(marketSource(marketId)));
    expect(own.every(({ company }) => countries.includes(countryOf(company) ?? ''))).toBe(true);
    expect(settled.get(marketId)).toMatchObject({
      companiesAdded: own.length,
      companiesWithheld: 0,
      isSourcingDue: false,
    });
  }
  expect(members.every(({ sources }) => sources.length > 0)).toBe(true);
  // The limit of the first build held for all sources together.
  const [limited, live] = [afterFirst.get(one), afterFirst.get(other)];
  const german = members.filter(({ company }) => countryOf(company) === 'DE').length;
  expect((limited?.companiesAdded ?? 0) + (limited?.companiesWithheld ?? 0)).toBe(german);
  expect((live?.companiesAdded ?? 0) + (live?.companiesWithheld ?? 0)).toBe(
    members.filter(({ company }) => countryOf(company) !== 'US').length,
  );
  expect(limited?.companiesAdded).toBeLessThan(german);
  expect(limited?.isSourcingDue).toBe(true);
}, 120_000);

test('kill -9 while data points are computed: every company has its value once', async () => {
  const { db } = database;
  const name = 'computing';
  const config = { ...defaultConfig(name), sourcingCriteria: employees('gte', 1) };
  const id = await db.asSystem((tx) =>
    createClient(tx, { config, companyLimit: null }, { userId: null, name: 'test' }),
  );
  await worker.start();
  await runKilled(await db.asSystem((tx) => requestBuild(tx, apiJobs, id, {}, 'test')), []);
  const [built] = await db.asSystem((tx) => tx.select().from(clients).where(eq(clients.id, id)));
  const added = { internalName: 'firmographics/employee_count', externalName: 'employees', displayName: 'Employees' };
  await db.asSystem((tx) =>
    tx
      .update(clients)
      .set({ fieldDefinitions: [...config.fieldDefinitions, added] })
      .where(eq(clients.id, id)),
  );
  // The computation can't retire the last version, and so not end, before the first kill.
  const firstKill = Promise.withResolvers<void>();
  const held = db.asSystem(async (tx) => {
    await tx
      .select()
      .from(datasetVersions)
      .where(eq(datasetVersions.version, built?.datasetVersion ?? 0))
      .for('update');
    await firstKill.promise;
  });
  const jobId = await db.asSystem((tx) => requestComputation(tx, apiJobs, id, 'test'));
  const moments = [['SOURCING', 0] as const, ['DATA_POINTS', 0] as const, ['DATA_POINTS', 60] as const];
  expect(await runKilled(jobId, moments, firstKill.resolve)).toBeGreaterThan(0);
  await held;
  await worker.kill();

  const [row] = await db.asSystem((tx) => tx.select().from(clients).where(eq(clients.id, id)));
  expect(row?.datasetVersion).toBeGreaterThan(built?.datasetVersion ?? 0);
  const { database: folder, dataset, rows } = datasetTables(name, row?.datasetVersion ?? 0);
  const warehouse = await openEmbedded({ path });
  const counts = await warehouse.rows(
    sql`SELECT toUInt32(count()) AS companies, toUInt32(uniqExact(__company_id)) AS different,
        toUInt32(countIf(employees = __company_id)) AS right,
        (SELECT toUInt32(count()) FROM ${ident(folder, rows)}) AS stored
      FROM ${ident(folder, dataset)}`,
    z.object({ companies: z.number(), different: z.number(), right: z.number(), stored: z.number() }),
  );
  await warehouse.close();
  expect(counts).toEqual([{ companies: COMPANIES, different: COMPANIES, right: COMPANIES, stored: COMPANIES }]);
}, 120_000);
