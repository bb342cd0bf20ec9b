import { setTimeout as delay } from 'node:timers/promises';
import type { ChdbResult } from 'chdb';
import type { EngineSession } from './embedded-session.ts';
import { settingsApplied, settingsPrelude } from './embedded-session.ts';
import { toWarehouseError } from './errors.ts';
import { guard } from './guard.ts';
import { literal } from './literal.ts';
import type { Pool } from './session-pool.ts';
import type { EngineSettings, LaneLimits } from './settings.ts';
import { statementSettings, timeoutOf } from './settings.ts';
import { text } from './sql.ts';
import type { Lane, StatementOptions } from './warehouse.ts';

/** Writes a warning with its facts. Never gets statement texts or values. */
export type WarehouseLog = (message: string, context: Readonly<Record<string, unknown>>) => void;

/** One lane: its connections and limits. */
export interface EngineLane {
  readonly pool: Pool<EngineSession>;
  readonly limits: LaneLimits;
}

/** Shared state of the embedded driver. */
export interface Engine {
  readonly lanes: Readonly<Record<Lane, EngineLane>>;
  /** Runs a statement at once, on a separate connection and thread. */
  readonly control: (query: string) => void;
  readonly running: Set<Held>;
  /** Aborted when closing stops waiting. */
  readonly closed: AbortController;
  readonly log: WarehouseLog;
}

/** A connection held for the statements of one call. */
export interface Held {
  readonly target: EngineSession;
  readonly settings: EngineSettings;
  readonly timeoutMs: number;
  /** Set once the engine has answered: there is nothing left to kill. */
  finished: boolean;
}

/** Takes a connection of the statement's lane; waits at most as long as the statement may run. */
export async function hold(engine: Engine, options: StatementOptions): Promise<Held> {
  const laneName = options.lane ?? 'people';
  const { limits, pool } = engine.lanes[laneName];
  const settings = statementSettings(laneName, limits, options);
  const timeoutMs = timeoutOf(limits, options);
  const target = await pool.acquire(timeoutMs, options.signal);
  const held: Held = { target, settings: { ...settings, log_comment: target.tag }, timeoutMs, finished: false };
  engine.running.add(held);
  return held;
}

/**
 * Gives the connection back. Call it only when the engine has really finished, whatever the caller was told. After a
 * failure the engine holds the statement and its memory until the connection runs another one, so this runs one.
 */
export function release(engine: Engine, held: Held, options: StatementOptions, succeeded: boolean): void {
  held.finished = true;
  settingsApplied(held.target, held.settings, succeeded);
  const giveBack = (): void => {
    engine.running.delete(held);
    engine.lanes[options.lane ?? 'people'].pool.release(held.target);
  };
  if (succeeded) giveBack();
  else held.target.session.queryAsync('SELECT 1', { format: 'Null' }).then(giveBack, giveBack);
}

/** Runs one statement that answers in one piece. */
export async function execute(
  engine: Engine,
  query: string,
  format: string,
  options: StatementOptions,
): Promise<ChdbResult> {
  const held = await hold(engine, options);
  const native = held.target.session.queryAsync(settingsPrelude(held.target, held.settings) + query, { format });
  native.then(
    () => release(engine, held, options, true),
    () => release(engine, held, options, false),
  );
  return watch(engine, held, native, options.signal);
}

/** Guards a native promise; if the caller gives up, kills the statement. */
export function watch<T>(engine: Engine, held: Held, native: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return guard(native, {
    timeoutMs: held.timeoutMs,
    signal,
    mapError: toWarehouseError,
    stop: () => void kill(engine, held),
  });
}

/** Kills a connection's statement, repeatedly until it ends: the first KILL may come before the start. */
export async function kill(engine: Engine, held: Held): Promise<void> {
  for (let wait = 10; !held.finished; wait = Math.min(wait * 2, 1000)) {
    try {
      engine.control(`KILL QUERY WHERE Settings['log_comment'] = ${literal(text(held.target.tag))} ASYNC`);
    } catch (error) {
      engine.log('Killing a statement failed; it is tried again', { tag: held.target.tag, error });
    }
    await delay(wait);
  }
}
