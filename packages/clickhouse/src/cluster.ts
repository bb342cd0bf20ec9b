import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@clickhouse/client';
import type { z } from 'zod';
import type { ClusterEngine } from './cluster-engine.ts';
import { killQuery, newCall, openAnswer, readAnswer, retryRead, runCall } from './cluster-engine.ts';
import type { WarehouseLog } from './embedded-engine.ts';
import { toWarehouseError } from './errors.ts';
import { jsonLines } from './json-lines.ts';
import { renderBound, renderInline } from './render.ts';
import { parseAnswer, parseLines } from './rows.ts';
import { createPool } from './session-pool.ts';
import type { LaneLimits } from './settings.ts';
import { withExactTotal } from './settings.ts';
import type { Sql } from './sql.ts';
import { emptySql, ident, join, sql } from './sql.ts';
import { structureOf } from './structure.ts';
import type { Lane, RowsWithTotal, StatementOptions, Warehouse } from './warehouse.ts';

export interface ClusterOptions {
  /** `http(s)://user:password@host:port`. */
  url: string;
  /** The cluster's name in the servers' configuration. Leave out for a single server. */
  cluster?: string;
  /** Connections of the `people` lane. One account holds at most all but one. Default 32. */
  peopleConnections?: number;
  /** Connections of the `analysis` lane. Default 8. */
  analysisConnections?: number;
  /** Connections of the `jobs` lane. Default 8. */
  jobConnections?: number;
  /** Engine threads per statement; 0, the default, leaves it to the server. */
  maxThreads?: number;
  /** Memory limit of a `people` statement in bytes. Default 8 GiB. */
  peopleMemoryBytes?: number;
  /** Memory limit of an `analysis` statement in bytes. Default 16 GiB. */
  analysisMemoryBytes?: number;
  /** Memory limit of a `jobs` statement in bytes. Default 32 GiB. */
  jobMemoryBytes?: number;
  /** Compress requests and answers. Default true. */
  compression?: boolean;
  /** Receives warnings. */
  log?: WarehouseLog;
}

const GIB = 1024 ** 3;
const PEOPLE_TIMEOUT_MS = 30_000;
const ANALYSIS_TIMEOUT_MS = 300_000;
const JOBS_TIMEOUT_MS = 6 * 3_600_000;

/** The driver's limits end a statement first; the client's timeout is a safety net. */
const CLIENT_TIMEOUT_MARGIN_MS = 60_000;

/** For pings and kills. */
const CONTROL_TIMEOUT_MS = 10_000;

/** Opens a warehouse over ClickHouse's HTTP interface. No request is sent before the first statement. */
export function openCluster(options: ClusterOptions): Warehouse {
  const maxThreads = options.maxThreads ?? 0;
  const limits: Record<Lane, LaneLimits> = {
    people: { timeoutMs: PEOPLE_TIMEOUT_MS, maxMemoryBytes: options.peopleMemoryBytes ?? 8 * GIB, maxThreads },
    analysis: { timeoutMs: ANALYSIS_TIMEOUT_MS, maxMemoryBytes: options.analysisMemoryBytes ?? 16 * GIB, maxThreads },
    jobs: { timeoutMs: JOBS_TIMEOUT_MS, maxMemoryBytes: options.jobMemoryBytes ?? 32 * GIB, maxThreads },
  };
  const compress = options.compression ?? true;
  const client = (connections: number, timeoutMs = JOBS_TIMEOUT_MS + CLIENT_TIMEOUT_MARGIN_MS) =>
    createClient({
      url: options.url,
      application: 'quarry',
      max_open_connections: connections,
      compression: { request: compress, response: compress },
      request_timeout: timeoutMs,
      // Off: errors are thrown and logged where they are caught.
      log: { level: 127 },
    });
  const connections: Record<Lane, number> = {
    people: options.peopleConnections ?? 32,
    analysis: options.analysisConnections ?? 8,
    jobs: options.jobConnections ?? 8,
  };
  const permits = (lane: Lane) => createPool(Array.from({ length: connections[lane] }, (_each, at) => at));
  const engine: ClusterEngine = {
    clients: {
      people: client(connections.people),
      analysis: client(connections.analysis),
      jobs: client(connections.jobs),
    },
    permits: { people: permits('people'), analysis: permits('analysis'), jobs: permits('jobs') },
    control: client(4, CONTROL_TIMEOUT_MS),
    limits,
    cluster: options.cluster,
    log: options.log ?? (() => {}),
    closed: new AbortController(),
    running: new Set(),
  };
  return clusterWarehouse(engine);
}

function clusterWarehouse(engine: ClusterEngine): Warehouse {
  const read = (statement: Sql, format: string, options: StatementOptions): Promise<string> => {
    const bound = renderBound(statement);
    return retryRead(() => {
      const call = newCall(engine, options);
      return runCall(engine, call, options, (signal) => readAnswer(call, bound, format, signal));
    }, options.signal);
  };
  const send = async (statement: Sql, values: () => Readable, options: StatementOptions): Promise<void> => {
    const call = newCall(engine, options);
    await runCall(engine, call, options, async (signal) => {
      const { stream } = await call.client.exec({
        query: renderInline(statement),
        values: values(),
        query_id: call.queryId,
        clickhouse_settings: call.settings,
        abort_signal: signal,
      });
      for await (const _chunk of stream) {
        // An insert has an empty answer; its end is the acknowledgement.
      }
    });
  };
  let closing: Promise<void> | undefined;
  return {
    topology: engine.cluster === undefined ? { kind: 'single' } : { kind: 'cluster', cluster: engine.cluster },
    async rows<T>(statement: Sql, row: z.ZodType<T>, options: StatementOptions = {}): Promise<T[]> {
      return parseLines(await read(statement, 'JSONEachRow', options), row);
    },
    async rowsWithTotal<T>(
      statement: Sql,
      row: z.ZodType<T>,
      options: StatementOptions = {},
    ): Promise<RowsWithTotal<T>> {
      return parseAnswer(await read(statement, 'JSON', withExactTotal(options)), row);
    },
    async writeFile(path, statement, format, options = {}) {
      const call = newCall(engine, options);
      await runCall(engine, call, options, async (signal) => {
        const chunks = await openAnswer(call, renderBound(statement), format, signal);
        await pipeline(chunks, createWriteStream(path, { flags: 'a' }), { signal });
      });
    },
    async command(statement, options = {}) {
      const { query, params } = renderBound(statement);
      const call = newCall(engine, options);
      await runCall(engine, call, options, (signal) =>
        call.client.command({
          query,
          query_params: params,
          query_id: call.queryId,
          clickhouse_settings: call.settings,
          abort_signal: signal,
        }),
      );
    },
    async insert(table, rows, options = {}) {
      if (rows.length === 0) return;
      const columns =
        options.columns === undefined ? emptySql : sql` (${join(options.columns.map((name) => ident(name)))})`;
      const statement = sql`INSERT INTO ${ident(table.database, table.table)}${columns} FORMAT JSONEachRow`;
      await send(statement, () => Readable.from(jsonLines(rows, options.columns), { objectMode: false }), options);
    },
    async insertBinary(table, columns, rows, options = {}) {
      const { names, structure } = structureOf(columns);
      const source = sql`SELECT ${names} FROM input(${structure}) FORMAT RowBinary`;
      const target = sql`${ident(table.database, table.table)} (${names})`;
      await send(sql`INSERT INTO ${target} ${source}`, () => Readable.from([rows]), options);
    },
    async ping() {
      const result = await engine.control.ping();
      if (!result.success) throw toWarehouseError(result.error);
    },
    close: (graceMs = 10_000) => {
      closing ??= closeCluster(engine, graceMs);
      return closing;
    },
  };
}

async function closeCluster(engine: ClusterEngine, graceMs: number): Promise<void> {
  const deadline = Date.now() + graceMs;
  while (engine.running.size > 0 && Date.now() < deadline) await delay(20);
  const left = [...engine.running];
  engine.closed.abort();
  await Promise.all(left.map((queryId) => killQuery(engine, queryId)));
  await Promise.all([...Object.values(engine.clients), engine.control].map((client) => client.close()));
}
