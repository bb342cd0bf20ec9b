import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import type { Engine, WarehouseLog } from './embedded-engine.ts';
import { execute, kill } from './embedded-engine.ts';
import { insertBinary, insertRows } from './embedded-insert.ts';
import { engineSession } from './embedded-session.ts';
import { toWarehouseError, WarehouseError } from './errors.ts';
import { renderInline } from './render.ts';
import { parseAnswer, parseLines } from './rows.ts';
import { createPool } from './session-pool.ts';
import type { LaneLimits } from './settings.ts';
import { withExactTotal } from './settings.ts';
import { sql, text } from './sql.ts';
import { mendDefinitions, type TableDefinitions, watchDefinitions } from './table-definitions.ts';
import { lowerThreadPriorities } from './thread-priority.ts';
import type { RowsWithTotal, StatementOptions, Warehouse } from './warehouse.ts';

export interface EmbeddedOptions {
  /** The data folder; created if missing. One process per folder, one folder per process. */
  path: string;
  /** Connections of the `people` lane, one statement each. One account holds at most all but one. Default 5. */
  peopleSessions?: number;
  /** Connections of the `analysis` lane. Default 3. */
  analysisSessions?: number;
  /** Connections of the `jobs` lane. Default 3. */
  jobSessions?: number;
  /** Engine threads of the `people` lane, which its running statements share. Default: all processors. */
  peopleThreads?: number;
  /**
   * Engine threads of the `analysis` lane, which its running statements share. Default: all processors. A statement that
   * begins while `people` statements run has one.
   */
  analysisThreads?: number;
  /** Engine threads of the `jobs` lane, which its running statements share. Default: half of the processors, at least 1. */
  jobThreads?: number;
  /** Memory limit of the engine in bytes. Default: 60 % of the machine's or container's memory. */
  maxMemoryBytes?: number;
  /** Memory limit of a `people` statement in bytes. Default: a quarter of the engine's. */
  peopleMemoryBytes?: number;
  /** Memory limit of an `analysis` statement in bytes. Default: a quarter of the engine's. */
  analysisMemoryBytes?: number;
  /** Memory limit of a `jobs` statement in bytes. Default: half of the engine's. */
  jobMemoryBytes?: number;
  /** Receives warnings. */
  log?: WarehouseLog;
}

const PEOPLE_TIMEOUT_MS = 30_000;
const ANALYSIS_TIMEOUT_MS = 300_000;
const JOBS_TIMEOUT_MS = 6 * 3_600_000;

/** Threads for the pool's other users: files, DNS, password hashes, compression. */
const OTHER_POOL_THREADS = 6;

/**
 * Each running statement holds a thread of libuv's pool. Its size (default four) is read from the environment on first
 * use, so the start script should set it; here it may be too late.
 */
function widenThreadPool(sessions: number, log: WarehouseLog): void {
  const needed = sessions + OTHER_POOL_THREADS;
  const configured = process.env.UV_THREADPOOL_SIZE;
  if (configured === undefined) process.env.UV_THREADPOOL_SIZE = String(needed);
  if (configured === undefined || Number(configured) < needed) {
    log('UV_THREADPOOL_SIZE should be set before the process starts: statements may wait for each other', {
      configured: configured ?? null,
      needed,
    });
  }
}

function defaultEngineMemory(): number {
  const constrained = process.constrainedMemory();
  const available = constrained > 0 && constrained < totalmem() ? constrained : totalmem();
  return Math.floor(available * 0.6);
}

/**
 * Opens chDB, ClickHouse inside this process, on a data folder. Call it early, before libuv's thread pool is in use.
 * @throws WarehouseError (`unavailable`) if the engine cannot open the folder.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Warehouse> {
  const log: WarehouseLog = options.log ?? (() => {});
  const path = resolve(options.path);
  const peopleSessions = options.peopleSessions ?? 5;
  const analysisSessions = options.analysisSessions ?? 3;
  const jobSessions = options.jobSessions ?? 3;
  const memory = options.maxMemoryBytes ?? defaultEngineMemory();
  const people: LaneLimits = {
    timeoutMs: PEOPLE_TIMEOUT_MS,
    maxMemoryBytes: options.peopleMemoryBytes ?? Math.floor(memory / 4),
    maxThreads: options.peopleThreads ?? availableParallelism(),
  };
  const analysis: LaneLimits = {
    timeoutMs: ANALYSIS_TIMEOUT_MS,
    maxMemoryBytes: options.analysisMemoryBytes ?? Math.floor(memory / 4),
    maxThreads: options.analysisThreads ?? availableParallelism(),
  };
  const jobs: LaneLimits = {
    timeoutMs: JOBS_TIMEOUT_MS,
    maxMemoryBytes: options.jobMemoryBytes ?? Math.floor(memory / 2),
    maxThreads: options.jobThreads ?? Math.max(1, Math.floor(availableParallelism() / 2)),
  };
  const sessionCount = peopleSessions + analysisSessions + jobSessions;
  widenThreadPool(sessionCount, log);
  const insertsPath = join(path, 'inserts');
  await rm(insertsPath, { recursive: true, force: true });
  await mkdir(insertsPath, { recursive: true });
  const { restored, removed } = mendDefinitions(path);
  if (restored.length > 0) {
    log('Tables have the definitions from before their last change; the disk was full', { tables: restored });
  }
  if (removed.length > 0) {
    log('Tables were dropped because their definitions are empty; the disk was probably full', { tables: removed });
  }
  // Imported here so a process on a cluster never loads the engine's library.
  const { Session, drainPending } = await import('chdb');
  const open = () => {
    try {
      return new Session(path, { connectionArgs: ['--session_timezone=UTC', `--max_server_memory_usage=${memory}`] });
    } catch (error) {
      throw new WarehouseError('unavailable', undefined, error);
    }
  };
  const control = open();
  const sessions = Array.from({ length: sessionCount }, () => engineSession(open()));
  lowerThreadPriorities();
  const engine: Engine = {
    lanes: {
      people: { pool: createPool(sessions.slice(0, peopleSessions)), limits: people },
      analysis: {
        pool: createPool(sessions.slice(peopleSessions, peopleSessions + analysisSessions)),
        limits: analysis,
      },
      jobs: { pool: createPool(sessions.slice(peopleSessions + analysisSessions)), limits: jobs },
    },
    // On this thread, because libuv's pool may be full of the statements to kill.
    control: (query) => {
      control.query(query);
      lowerThreadPriorities();
    },
    running: new Set(),
    closed: new AbortController(),
    insertsPath,
    log,
  };
  return embeddedWarehouse(engine, watchDefinitions(path), async () => {
    for (const { session } of sessions) session.close();
    control.close();
    // Skipped if a KILL failed, because it would wait for that statement forever.
    if (engine.running.size === 0) await drainPending();
  });
}

function embeddedWarehouse(
  engine: Engine,
  definitions: TableDefinitions,
  closeSessions: () => Promise<void>,
): Warehouse {
  const answer = async (query: string, format: string, options: StatementOptions): Promise<string> => {
    const result = await execute(engine, query, format, options);
    return result.text();
  };
  const read = async (query: string, format: string, options: StatementOptions): Promise<string> => {
    try {
      return await answer(query, format, options);
    } catch (error) {
      // A read fails if its table is exchanged while it runs, and finds the new table on a retry.
      if (toWarehouseError(error).clickhouseCode !== TABLE_MOVED) throw error;
      return answer(query, format, options);
    }
  };
  let closing: Promise<void> | undefined;
  return {
    topology: { kind: 'single' },
    async rows<T>(statement: Parameters<Warehouse['rows']>[0], row: z.ZodType<T>, options: StatementOptions = {}) {
      return parseLines(await read(renderInline(statement), 'JSONEachRow', options), row);
    },
    async rowsWithTotal<T>(
      statement: Parameters<Warehouse['rows']>[0],
      row: z.ZodType<T>,
      options: StatementOptions = {},
    ): Promise<RowsWithTotal<T>> {
      return parseAnswer(await read(renderInline(statement), 'JSON', withExactTotal(options)), row);
    },
    // The engine writes the file on its own threads; chDB would plan a streamed answer on this one.
    async writeFile(path, statement, format, options = {}) {
      const insert = sql`INSERT INTO FUNCTION file(${text(resolve(path))}, ${text(format)}) ${statement}`;
      await execute(engine, renderInline(insert), 'Null', options);
    },
    async command(statement, options = {}) {
      const query = renderInline(statement);
      await definitions.change(query, () => execute(engine, query, 'Null', options));
    },
    insert: (table, rows, options = {}) => insertRows(engine, table, rows, options),
    insertBinary: (table, columns, rows, options = {}) => insertBinary(engine, table, columns, rows, options),
    async ping() {
      await execute(engine, renderInline(sql`SELECT 1`), 'Null', { timeoutMs: 5000 });
    },
    close: (graceMs = 10_000) => {
      closing ??= closeEngine(engine, graceMs).then(closeSessions);
      return closing;
    },
  };
}

const TABLE_MOVED = 741;

/** How long closing waits for killed statements. */
const KILL_GRACE_MS = 10_000;

async function closeEngine(engine: Engine, graceMs: number): Promise<void> {
  for (const lane of Object.values(engine.lanes)) lane.pool.close();
  // A statement that has just acquired a connection is only counted as running from the next tick.
  await delay(0);
  const deadline = Date.now() + graceMs;
  while (engine.running.size > 0 && Date.now() < deadline) await delay(10);
  engine.closed.abort();
  const killed = Promise.all([...engine.running].map((held) => kill(engine, held)));
  await Promise.race([killed, delay(KILL_GRACE_MS, undefined, { ref: false })]);
  if (engine.running.size > 0) engine.log('Statements still run after KILL', { statements: engine.running.size });
}
