/**
 * Time and memory of a dataset build: `npm run bench -- build [companies]`. Compares it with two statements: an equivalent
 * one that fills the same tables (budget: a ratio of 1.5), and a bare one that fills a plain table with the fields only,
 * without search texts, indexes, stored rows or quality.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import {
  createTable,
  defineTable,
  ident,
  join,
  migrate,
  openEmbedded,
  type Sql,
  sql,
  uint,
  type Warehouse,
} from '@quarry/clickhouse';
import type { ClientConfig } from '@quarry/contracts';
import { migrate as migrateDatabase, openDatabase, startEmbeddedPostgres } from '@quarry/postgres';
import pino from 'pino';
import { z } from 'zod';
import { datasetBuild } from '../apps/server/src/features/builds/build-dataset.ts';
import { waitForBuild } from '../apps/server/src/features/builds/ensure-first-build.ts';
import { fillRange } from '../apps/server/src/features/builds/fill-dataset.sql.ts';
import { createFiller, dropFiller } from '../apps/server/src/features/builds/rows-view.sql.ts';
import { createClient } from '../apps/server/src/features/client-configs/create-client.ts';
import { defaultConfig } from '../apps/server/src/features/client-configs/default-config.ts';
import { planColumns } from '../apps/server/src/features/datasets/plan-columns.ts';
import { requestBuild } from '../apps/server/src/features/datasets/request-build.ts';
import { datasetTables, storedType } from '../apps/server/src/features/datasets/table.ts';
import { datasetTable, rowsTable } from '../apps/server/src/features/datasets/table-definitions.ts';
import { BLOCK_TABLES, BLOCKS } from '../apps/server/src/features/universe/blocks/index.ts';
import { findDataPoint, NO_CONFIGS } from '../apps/server/src/features/universe/criteria/data-point.ts';
import { compactTables, universeMigrations } from '../apps/server/src/features/universe/schema.ts';
import { readTable, UNIVERSE } from '../apps/server/src/features/universe/universe-table.ts';
import { createJobs } from '../apps/server/src/platform/jobs/jobs.ts';
import { buildDeps } from '../apps/server/src/testing/build-deps.ts';

const FIELDS = 60;
const BUDGET = 1.5;
const ACTOR = { userId: null, name: 'bench' };
const JOB = { lane: 'jobs' } as const;

/** A column's value for company `number`, with realistic gaps and repetitions. */
function generatedValue(name: string, type: string, seed: number): Sql {
  const chance = sql`cityHash64(number, ${uint(seed)})`;
  if (name === 'company_id') return sql`sipHash64(number)`;
  if (name === 'domain') return sql`concat('company', toString(number), '.com')`;
  if (name === 'name')
    return sql`concat(['Acme', 'Müller', 'Globex', 'Société'][1 + ${chance} % 4], ' ', toString(number))`;
  if (name === 'employee_count') return sql`toFloat64(3 + ${chance} % 10000)`;
  if (name === 'description')
    return sql`arrayStringConcat(arrayMap(word -> ['build', 'software', 'for', 'hospitals', 'and', 'cloud', 'data'][1 + cityHash64(number, word) % 7], range(6 + ${chance} % 20)), ' ')`;
  if (type === 'String') return sql`if(${chance} % 2 = 0, '', concat('text ', toString(${chance} % 100000)))`;
  if (type === 'LowCardinality(String)') return sql`concat('label ', toString(${chance} % 60))`;
  if (type === 'Nullable(Float64)') return sql`if(${chance} % 3 = 0, NULL, toFloat64(${chance} % 1000000))`;
  if (type === 'Nullable(Date32)') return sql`if(${chance} % 3 = 0, NULL, toDate32('2020-01-01') + ${chance} % 2000)`;
  if (type === 'Nullable(Bool)') return sql`if(${chance} % 3 = 0, NULL, ${chance} % 2 = 0)`;
  if (type === 'Array(String)')
    return sql`arrayMap(item -> concat('item ', toString(cityHash64(number, item, ${uint(seed)}) % 400)), range(${chance} % 6))`;
  if (type.startsWith('DateTime')) return sql`now()`;
  return sql`toUInt64(0)`;
}

async function fillUniverse(warehouse: Warehouse, companies: number): Promise<void> {
  const tables = BLOCK_TABLES.filter(({ rows }) => rows === 'one');
  for (const { name, columns } of tables) {
    const written = Object.entries(columns).filter(
      ([, column]) => column.materialized === undefined && column.default === undefined,
    );
    const values = written.map(
      ([column, { type }], at) => sql`${generatedValue(column, type, at)} AS ${ident(column)}`,
    );
    const filter = name === 'companies' ? sql`1` : sql`cityHash64(number, 99) % 3 > 0`;
    await warehouse.command(
      sql`INSERT INTO ${ident(UNIVERSE, name)} (${join(written.map(([column]) => ident(column)))}) SELECT ${join(values)} FROM numbers(${uint(companies)}) WHERE ${filter}`,
      JOB,
    );
  }
  await compactTables(
    warehouse,
    tables.map(({ name }) => name),
  );
}

function configOf(name: string): ClientConfig {
  const config = defaultConfig(name);
  const known = new Set(config.fieldDefinitions.map(({ internalName }) => internalName));
  const others = BLOCKS.filter((block) => !block.isParameterisedWithDynamicConfig)
    .flatMap((block) => block.fields.map((field) => ({ block: block.blockName, field: field.internalName })))
    .filter(({ block, field }) => !known.has(`${block}/${field}`))
    .map(({ block, field }) => ({
      internalName: `${block}/${field}`,
      externalName: `${block}_${field}`,
      displayName: field,
    }));
  return { ...config, fieldDefinitions: [...config.fieldDefinitions, ...others].slice(0, FIELDS) };
}

/** Fills the same tables with one statement: no sourcing, no ranges, no checkpoints. */
async function equivalent(warehouse: Warehouse, config: ClientConfig): Promise<void> {
  const version = 1_000_000;
  const schema = planColumns(config);
  const tables = { ...datasetTables(config.clientName, version), members: datasetTables(config.clientName, 1).members };
  await createTable(warehouse, rowsTable(config.clientName, version));
  await createTable(warehouse, datasetTable(config.clientName, version, schema));
  await warehouse.command(createFiller(tables, schema, warehouse.topology), JOB);
  const everything = { from: 0n, to: 2n ** 64n - 1n };
  const filling = { schema, comparable: null, startedAt: new Date(), readsWholeRange: true };
  await warehouse.command(fillRange(tables, everything, filling), { ...JOB, maxMemoryBytes: 16 * 1024 ** 3 });
  await warehouse.command(dropFiller(tables, warehouse.topology), JOB);
}

/** Fills a plain table with the fields in one statement, deriving nothing. */
async function bare(warehouse: Warehouse, config: ClientConfig): Promise<void> {
  const columns = config.fieldDefinitions.map((definition, at) => {
    const found = findDataPoint(definition.internalName, undefined, NO_CONFIGS);
    if (found?.kind !== 'static') throw new Error(`No data point ${definition.internalName}`);
    return { ...found, name: definition.externalName, alias: ident(`value${at}`) };
  });
  const table = defineTable({
    database: UNIVERSE,
    name: 'by_hand',
    columns: [
      { name: 'company_id', type: 'UInt64' },
      ...columns.map(({ name, field }) => ({ name, type: storedType(field.type) })),
    ],
    engine: { kind: 'MergeTree' },
    orderBy: ['company_id'],
    shardBy: sql`company_id`,
  });
  await createTable(warehouse, table);
  const parts = [...Map.groupBy(columns, ({ block }) => block.table)].map(([table, fields]) => ({
    name: table.name,
    rows: sql`SELECT company_id, ${join(fields.map(({ field, alias }) => sql`${field.column} AS ${alias}`))} FROM ${readTable(table)}`,
  }));
  const [companies, ...others] = parts;
  if (companies === undefined) throw new Error('No data points');
  const joins = others.map(
    ({ name, rows }) => sql`LEFT JOIN (${rows}) AS ${ident(name)} ON ${ident(name)}.company_id = company.company_id`,
  );
  await warehouse.command(
    sql`INSERT INTO ${ident(UNIVERSE, 'by_hand')} SELECT company.company_id, ${join(columns.map(({ alias }) => alias))}
      FROM (${companies.rows} WHERE employee_count >= 3 AND domain != '' AND name != '') AS company ${join(joins, ' ')}`,
    { ...JOB, maxMemoryBytes: 16 * 1024 ** 3, settings: { max_bytes_before_external_sort: 0 } },
  );
}

const MIB = 1024 ** 2;

interface Measure {
  readonly seconds: number;
  /** More meaningful than the clock on a busy machine. */
  readonly cpuSeconds: number;
  readonly peakMib: number;
  readonly growthMib: number;
}

/** Measures the time of `work`, and this process's peak memory and growth while it runs. */
async function measured(work: () => Promise<void>): Promise<Measure> {
  await writeFile('/proc/self/clear_refs', '5');
  const before = process.memoryUsage.rss();
  const start = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const seconds = (performance.now() - start) / 1000;
  const used = process.cpuUsage(cpu);
  const status = await readFile('/proc/self/status', 'utf8');
  const peakMib = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  return { seconds, cpuSeconds: (used.user + used.system) / 1e6, peakMib, growthMib: peakMib - before / MIB };
}

async function run(companies: number, folder: string): Promise<boolean> {
  const log = pino({ level: 'silent' });
  const server = await startEmbeddedPostgres({ dataDir: joinPath(folder, 'postgres'), log });
  await migrateDatabase(server.connectionString);
  const db = await openDatabase({ connectionString: server.connectionString, log });
  const warehouse = await openEmbedded({ path: joinPath(folder, 'clickhouse') });
  // A build uses no other part of the platform.
  const deps = buildDeps({ db, warehouse, log }) as never;
  const jobs = createJobs({ db, definitions: [datasetBuild], deps, role: 'all', log, isOnlyWorker: true });
  try {
    await migrate(warehouse, universeMigrations);
    const filling = await measured(() => fillUniverse(warehouse, companies));
    console.log(`universe of ${companies} companies: ${filling.seconds.toFixed(1)} s`);
    await jobs.start();
    const config = configOf('bench');
    const clientId = await db.asSystem((tx) => createClient(tx, { config }, ACTOR));
    const build = async () => {
      const jobId = await db.asSystem((tx) => requestBuild(tx, jobs, clientId, {}, 'bench'));
      await waitForBuild({ jobs }, jobId);
    };
    const first = await measured(build);
    const same = await measured(() => equivalent(warehouse, config));
    const plain = await measured(() => bare(warehouse, config));
    const again = await measured(build);
    const show = (label: string, { seconds, cpuSeconds, peakMib, growthMib }: Measure) =>
      console.log(
        `${label.padEnd(34)} ${seconds.toFixed(2).padStart(7)} s   CPU ${cpuSeconds.toFixed(2).padStart(7)} s   peak ${peakMib.toFixed(0).padStart(5)} MiB, growth ${growthMib.toFixed(0).padStart(5)} MiB`,
      );
    show('first build', first);
    show('build over an existing dataset', again);
    show('equivalent INSERT … SELECT', same);
    show('bare INSERT … SELECT', plain);
    const ratio = (one: Measure, other: Measure) =>
      `${(one.seconds / other.seconds).toFixed(2)} (CPU ${(one.cpuSeconds / other.cpuSeconds).toFixed(2)})`;
    console.log(
      `${FIELDS} fields; ratio to the equivalent statement: ${ratio(first, same)}, again ${ratio(again, same)}; budget ${BUDGET}`,
    );
    console.log(`ratio to the bare statement: ${ratio(first, plain)}`);
    const sizes = await warehouse.rows(
      sql`SELECT table, toUInt32(count()) AS parts, toUInt32(sum(rows)) AS rows, formatReadableSize(sum(bytes_on_disk)) AS size FROM system.parts WHERE active AND (database = 'client_bench' OR table = 'by_hand') GROUP BY table ORDER BY table`,
      z.object({ table: z.string(), parts: z.number(), rows: z.number(), size: z.string() }),
    );
    console.table(sizes);
    return first.seconds / same.seconds <= BUDGET && again.seconds / same.seconds <= BUDGET;
  } finally {
    await jobs.stop(5000);
    await warehouse.close();
    await db.close();
    await server.stop();
  }
}

/** Runs the comparison on a temporary folder. Returns true if it is within budget. */
export async function build(companies: number): Promise<boolean> {
  const folder = await mkdtemp(joinPath(tmpdir(), 'quarry-bench-build-'));
  try {
    return await run(companies, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
