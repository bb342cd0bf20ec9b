import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openEmbedded, type Sql, type Warehouse } from '@quarry/clickhouse';
import type { ClientConfig, DataBlockConfig } from '@quarry/contracts';
import { type Database, eq, sql as postgresSql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { markets } from '@quarry/postgres/tables/markets';
import { createTestDatabase } from '@quarry/testing';
import pino from 'pino';
import { z } from 'zod';
import { createClient } from '#server/features/client-configs/create-client.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { setConfig } from '#server/features/client-configs/set-config.ts';
import { buildJob } from '#server/features/datasets/build-job.ts';
import { type Dataset, openDataset } from '#server/features/datasets/dataset.ts';
import { universeMigrations } from '#server/features/universe/schema.ts';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';
import { enqueueJob } from '#server/platform/jobs/enqueue-job.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { buildDeps } from '#server/testing/build-deps.ts';
import { buildDataset } from '../build-dataset.ts';
import { computeDataPoints } from '../data-points-computation.ts';

const ACTOR = { userId: null, name: 'test' };
const GIB = 1024 ** 3;

/** An empty universe and a database, with helpers to create clients and build their datasets. */
export interface TestWorld {
  readonly db: Database;
  readonly warehouse: Warehouse;
  /** Inserts rows into a table of the universe. */
  put(table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
  /** Creates a client with the default config and these changes; returns its id. */
  client(name: string, changes?: Partial<ClientConfig> & { companyLimit?: number | null }): Promise<string>;
  /** Saves an approved market that is due; returns its id. */
  market(clientId: string, market: TestMarket): Promise<string>;
  /** Approves the market again with these criteria. */
  approve(marketId: string, market: TestMarket): Promise<void>;
  readMarket(marketId: string): Promise<typeof markets.$inferSelect>;
  change(name: string, changes: Readonly<Record<string, unknown>>): Promise<void>;
  build(clientId: string, options?: BuildOptions): Promise<BuildResult>;
  /** Computes new and changed data points. */
  compute(clientId: string, options?: RunOptions): Promise<BuildResult>;
  /** Runs another job of the client. */
  job(clientId: string, work: (ctx: JobContext) => Promise<void>): Promise<BuildResult>;
  open(clientId: string): Promise<Dataset>;
  read<T extends z.ZodRawShape>(statement: Sql, shape: T): Promise<z.infer<z.ZodObject<T>>[]>;
  close(): Promise<void>;
}

export interface TestMarket {
  readonly name: string;
  readonly criteria: unknown;
  readonly configs?: readonly DataBlockConfig[];
  readonly isLive?: boolean;
  readonly publishedAt?: Date;
}

function publication({ name, criteria, configs = [], isLive = false, publishedAt }: TestMarket) {
  return {
    name,
    draftCriteria: criteria,
    publishedCriteria: criteria,
    publishedConfigs: configs,
    publishedAt: publishedAt ?? postgresSql`now()`,
    isLive,
    isSourcingDue: true,
    hasUnpublishedChanges: false,
  };
}

interface BuildOptions extends RunOptions {
  readonly resetDataset?: boolean;
  readonly onlyDueMarkets?: boolean;
  readonly acceptLoss?: boolean;
}

interface RunOptions {
  readonly rangeCompanies?: number;
  readonly checkpoint?: unknown;
  /** Simulates a crash just before the nth save of the checkpoint. */
  readonly crashAtCheckpoint?: number;
}

interface BuildResult {
  /** The last one saved. */
  readonly checkpoint: unknown;
  readonly crashed: boolean;
  /** Every reported fraction. */
  readonly progress: readonly number[];
  /** The last one reported. */
  readonly message: string | undefined;
  readonly counts: Readonly<Record<string, number>>;
}

class Crash extends Error {}

/** Opens both stores in fresh folders. */
export async function openTestWorld(): Promise<TestWorld> {
  const path = await mkdtemp(join(tmpdir(), 'quarry-datasets-test-'));
  const database = await createTestDatabase();
  const engine = await openEmbedded({ path, peopleSessions: 1, jobSessions: 1, maxMemoryBytes: 3 * GIB });
  await migrate(engine, universeMigrations);
  const { db } = database;
  const log = pino({ level: 'silent' });
  const deps = buildDeps({ db, warehouse: engine, log });
  const { warehouse, ledger } = deps;
  return {
    db,
    warehouse,
    put: (table, rows) => warehouse.insert({ database: UNIVERSE, table }, rows),
    client: (name, { companyLimit = null, ...changes } = {}) =>
      db.asSystem((tx) => createClient(tx, { config: { ...defaultConfig(name), ...changes }, companyLimit }, ACTOR)),
    async market(clientId, market) {
      const [created] = await db.asClient(clientId, (tx) =>
        tx
          .insert(markets)
          .values({ clientId, ...publication(market) })
          .returning({ id: markets.id }),
      );
      return created?.id ?? '';
    },
    async approve(marketId, market) {
      await db.asSystem((tx) => tx.update(markets).set(publication(market)).where(eq(markets.id, marketId)));
    },
    async readMarket(marketId) {
      const [row] = await db.asSystem((tx) => tx.select().from(markets).where(eq(markets.id, marketId)));
      if (row === undefined) throw new Error('No such market');
      return row;
    },
    async change(name, changes) {
      await db.asSystem((tx) => setConfig(tx, name, changes, ACTOR));
    },
    build: (clientId, options = {}) =>
      run(deps, clientId, options, (ctx) => buildDataset(ctx, buildJob.input.parse(options), options)),
    compute: (clientId, options = {}) => run(deps, clientId, options, (ctx) => computeDataPoints(ctx, options)),
    job: (clientId, work) => run(deps, clientId, {}, work),
    async open(clientId) {
      const read = <T>(query: Parameters<typeof db.asClient<T>>[1]) => db.asClient(clientId, query);
      const [row] = await read((tx) => tx.select().from(clients).where(eq(clients.id, clientId)));
      if (row === undefined) throw new Error('No such client');
      const datasetVersion = row.datasetVersion === null ? null : String(row.datasetVersion);
      return openDataset({
        client: {
          id: clientId,
          name: row.name,
          featureFlags: [],
          datasetVersion,
          exclusionsRevision: row.exclusionsRevision,
          derivedRevision: row.derivedRevision,
        },
        read,
        caches: {},
      });
    },
    read: (statement, shape) => warehouse.rows(statement, z.object(shape)),
    async close() {
      await ledger.stop();
      await engine.close(1000);
      await database.drop();
      await rm(path, { recursive: true, force: true });
    },
  };
}

async function run(
  deps: ReturnType<typeof buildDeps>,
  clientId: string,
  options: RunOptions,
  work: (ctx: JobContext) => Promise<void>,
): Promise<BuildResult> {
  let checkpoint: unknown = options.checkpoint ?? null;
  let saves = 0;
  const progress: number[] = [];
  let counts: Readonly<Record<string, number>> = {};
  let message: string | undefined;
  const ctx = {
    ...deps,
    jobId: '00000000-0000-4000-8000-000000000000',
    clientId,
    signal: new AbortController().signal,
    attempt: 1,
    checkpoint,
    async saveCheckpoint(value: unknown) {
      saves += 1;
      if (saves === options.crashAtCheckpoint) throw new Crash();
      checkpoint = value;
    },
    progress(fraction: number, newMessage?: string, newCounts?: Readonly<Record<string, number>>) {
      progress.push(fraction);
      counts = newCounts ?? counts;
      message = newMessage ?? message;
    },
    throwIfCancelled() {},
    // Nobody takes these jobs.
    enqueue: enqueueJob,
  };
  try {
    // A build uses only this part of the job's context.
    await work(ctx as unknown as JobContext);
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    return { checkpoint, crashed: true, progress, message, counts };
  }
  return { checkpoint, crashed: false, progress, message, counts };
}

/** The record of the version that readers see. */
export async function currentVersion(world: TestWorld, clientId: string) {
  const [row] = await world.db.asClient(clientId, (tx) =>
    tx
      .select({ version: datasetVersions })
      .from(clients)
      .innerJoin(datasetVersions, eq(datasetVersions.version, clients.datasetVersion))
      .where(eq(clients.id, clientId)),
  );
  if (row === undefined) throw new Error('There is no dataset yet');
  return row.version;
}

/** A row of `companies` that meets the mandatory rules. */
export function company(
  id: number,
  overrides: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    company_id: String(id),
    domain: `company${id}.com`,
    linked_in_id: `company-${id}`,
    name: `Company ${id}`,
    employee_count: 10,
    refreshed_at: new Date().toISOString(),
    version: 1,
    ...overrides,
  };
}
