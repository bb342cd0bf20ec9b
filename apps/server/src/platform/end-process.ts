import { setTimeout as delay } from 'node:timers/promises';
import type { Warehouse } from '@quarry/clickhouse';
import type { RunningServer } from './start-server.ts';

/** The exit code that asks whoever keeps the server running to start it again; scripts/supervise.mjs knows it too. */
export const START_AGAIN = 75;
/** A stop that takes longer is cut off: everything that is kept survives that. */
const STOP_LIMIT_MS = 28_000;
/** How long statements may take to end when the process is to end at once. */
const STATEMENTS_LIMIT_MS = 5_000;
/** A terminal sends Ctrl+C to the server and to its parent, which passes it on: two signals that mean one. */
const SAME_REQUEST_MS = 1_000;

/** What a person who looks at the terminal gets to see of an error. */
export const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

const say = (text: string) => process.stderr.write(`${text}\n`);

/**
 * Ends the process without its stores being closed first. The engine's library can wait for ever, or crash, when a
 * process exits while statements run: so those are ended first, and if that fails the process is killed.
 */
export async function endProcess(code: number, warehouse: Warehouse): Promise<void> {
  const isClosed = await Promise.race([
    warehouse.close(0).then(
      () => true,
      () => false,
    ),
    delay(STATEMENTS_LIMIT_MS, false),
  ]);
  if (isClosed) process.exit(code);
  killProcess();
}

/** Ends the process whatever it is doing. */
function killProcess(): void {
  // A database server of its own goes with it: the listeners of its end send the signal.
  process.emit('exit', 1);
  process.kill(process.pid, 'SIGKILL');
}

/** Ends the process on SIGTERM and SIGINT, also while it is still starting; a second signal ends it at once. */
export function stopOnSignal(starting: Promise<RunningServer>): { readonly isStopping: () => boolean } {
  let since: number | null = null;
  const stop = (signal: NodeJS.Signals) => {
    if (since !== null) {
      if (Date.now() - since > SAME_REQUEST_MS) killProcess();
      return;
    }
    since = Date.now();
    setTimeout(() => {
      say('The stop took too long and is cut off.');
      killProcess();
    }, STOP_LIMIT_MS).unref();
    starting
      .then((server) => {
        server.platform.log.info({ signal }, 'stopping');
        return server.stop();
      })
      .then(
        () => process.exit(0),
        (error: unknown) => {
          say(`The stop failed: ${describe(error)}`);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return { isStopping: () => since !== null };
}

/** Ends the process with `START_AGAIN` when something happens that only a new process mends. */
export async function startAgainBecause(why: string, starting: Promise<RunningServer>): Promise<void> {
  say(`The server ends to be started again: ${why}`);
  const server = await starting.catch(() => null);
  // A start that failed has closed its stores.
  if (server === null) process.exit(START_AGAIN);
  await endProcess(START_AGAIN, server.platform.warehouse);
}
