import { setTimeout as delay } from 'node:timers/promises';
import type { ChdbResult } from 'chdb';
import type { EngineSession } from './embedded-session.ts';
import { recordSettings, settingsPrelude } from './embedded-session.ts';
import { toWarehouseError } from './errors.ts';
import { guard } from './guard.ts';
import { literal } from './literal.ts';
import type { Pool } from './session-pool.ts';
import type { EngineSettings, LaneLimits } from './settings.ts';
import { statementSettings, timeoutOf } from './settings.ts';
import { shareOf } from './share.ts';
import { text } from './sql.ts';
import type { Lane, StatementOptions } from './warehouse.ts';

/** Logs a warning. Never receives statement texts or values. */
export type WarehouseLog = (message: string, context: Readonly<Record<string, unknown>>) => void;

export interface EngineLane {
  readonly pool: Pool<EngineSession>;
  readonly limits: LaneLimits;
}

/** Shared state of the embedded driver. */
export interface Engine {
  readonly lanes: Readonly<Record<Lane, EngineLane>>;
  /** Runs a statement at once, on a separate connection and thread. */
  readonly control: (query: string) => void;
  readonly running: Set<HeldSession>;
  /** Aborted when the grace period of closing ends. */
  readonly closed: AbortController;
  /** A folder for rows that the engine takes from files; empty when the engine is opened. */
  readonly insertsPath: string;
  readonly log: WarehouseLog;
}

/** A connection held for the statements of one call. */
export interface HeldSession {
  readonly target: EngineSession;
  readonly settings: EngineSettings;
  readonly timeoutMs: number;
  /** Set once the engine has answered and there is nothing left to kill. */
  finished: boolean;
}

/**
 * The threads of a lane's next statement: all of the lane's while it runs alone, fewer the more run beside it. More
 * threads than cores in total would make every statement slower and the lane no faster.
 */
function threadsOf(laneThreads: number, running: number): number {
  return Math.max(1, Math.floor(laneThreads / running));
}

/** Acquires a connection of the statement's lane; waits at most as long as the statement may run. */
export async function acquire(engine: Engine, options: StatementOptions): Promise<HeldSession> {
  const laneName = options.lane ?? 'people';
  const { limits, pool } = engine.lanes[laneName];
  const timeoutMs = timeoutOf(limits, options);
  const { item: target, held: running } = await pool.acquire(shareOf(options), timeoutMs, options.signal);
  // An analysis takes long enough to be felt by every search beside it.
  const isBesideSearches = laneName === 'analysis' && engine.lanes.people.pool.held > 0;
  const maxThreads = isBesideSearches ? 1 : threadsOf(limits.maxThreads, running);
  const settings = statementSettings(laneName, { ...limits, maxThreads }, options);
  const held: HeldSession = { target, settings: { ...settings, log_comment: target.tag }, timeoutMs, finished: false };
  engine.running.add(held);
  return held;
}

/**
 * Returns the connection to its pool. Call it only once the engine has finished, whatever the caller was told. After a
 * failure the engine keeps the statement and its memory until the connection runs another one, so this runs one.
 */
export function release(engine: Engine, held: HeldSession, options: StatementOptions, succeeded: boolean): void {
  held.finished = true;
  recordSettings(held.target, held.settings, succeeded);
  const returnToPool = (): void => {
    engine.running.delete(held);
    engine.lanes[options.lane ?? 'people'].pool.release(held.target);
  };
  if (succeeded) returnToPool();
  else held.target.session.queryAsync('SELECT 1', { format: 'Null' }).then(returnToPool, returnToPool);
}

/** Runs one statement and returns its whole answer. */
export async function execute(
  engine: Engine,
  query: string,
  format: string,
  options: StatementOptions,
): Promise<ChdbResult> {
  const held = await acquire(engine, options);
  const native = held.target.session.queryAsync(settingsPrelude(held.target, held.settings) + query, { format });
  native.then(
    () => release(engine, held, options, true),
    () => release(engine, held, options, false),
  );
  return guardStatement(engine, held, native, options.signal);
}

/** Guards a native promise; if the caller gives up, kills the statement. */
export function guardStatement<T>(
  engine: Engine,
  held: HeldSession,
  native: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  return guard(native, {
    timeoutMs: held.timeoutMs,
    signal,
    mapError: toWarehouseError,
    stop: () => void kill(engine, held),
  });
}

/** Kills a connection's statement, repeatedly until it ends: the first KILL may arrive before the statement starts. */
export async function kill(engine: Engine, held: HeldSession): Promise<void> {
  for (let wait = 10; !held.finished; wait = Math.min(wait * 2, 1000)) {
    try {
      engine.control(`KILL QUERY WHERE Settings['log_comment'] = ${literal(text(held.target.tag))} ASYNC`);
    } catch (error) {
      engine.log('Killing a statement failed; retrying', { tag: held.target.tag, error });
    }
    await delay(wait);
  }
}
