import { setTimeout as delay } from 'node:timers/promises';
import type { Warehouse } from '@quarry/clickhouse';
import type { RunningServer } from './start-server.ts';

/** Exit code that asks the supervisor for a restart; scripts/supervise.mjs has the same number. */
export const RESTART_EXIT_CODE = 75;
/** Exit code of a start that failed for a reason that may pass by itself, such as a full disk (EX_UNAVAILABLE). */
export const TRY_AGAIN_EXIT_CODE = 69;
/** A stop that takes longer is killed; stored data survives that. */
const STOP_TIMEOUT_MS = 28_000;
/** How long running statements may take to end before the process is killed. */
const STATEMENTS_TIMEOUT_MS = 5_000;
/** Ctrl+C in a terminal reaches the server twice: directly, and through its parent. */
const DUPLICATE_SIGNAL_MS = 1_000;

/** An error as text for the terminal. */
export const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

const print = (text: string) => process.stderr.write(`${text}\n`);

/**
 * Exits without closing the stores. The engine's library can hang or crash if the process exits while statements run, so
 * those are ended first; if that fails, the process is killed.
 */
export async function endProcess(code: number, warehouse: Warehouse): Promise<void> {
  const isClosed = await Promise.race([
    warehouse.close(0).then(
      () => true,
      () => false,
    ),
    delay(STATEMENTS_TIMEOUT_MS, false),
  ]);
  if (isClosed) process.exit(code);
  killProcess();
}

function killProcess(): void {
  // Its exit listeners stop the embedded database server.
  process.emit('exit', 1);
  process.kill(process.pid, 'SIGKILL');
}

/** Stops the server on SIGTERM and SIGINT, also while it is starting; a second signal kills the process. */
export function stopOnSignal(starting: Promise<RunningServer>): { readonly isStopping: () => boolean } {
  let since: number | null = null;
  const stop = (signal: NodeJS.Signals) => {
    if (since !== null) {
      if (Date.now() - since > DUPLICATE_SIGNAL_MS) killProcess();
      return;
    }
    since = Date.now();
    setTimeout(() => {
      print('The stop took too long; killing the process.');
      killProcess();
    }, STOP_TIMEOUT_MS).unref();
    starting
      .then((server) => {
        server.platform.log.info({ signal }, 'stopping');
        return server.stop();
      })
      .then(
        () => process.exit(0),
        (error: unknown) => {
          print(`The stop failed: ${describe(error)}`);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return { isStopping: () => since !== null };
}

/** Ends the process so that the supervisor starts a new one. */
export async function restartProcess(reason: string, starting: Promise<RunningServer>): Promise<void> {
  print(`Restarting the server: ${reason}`);
  const server = await starting.catch(() => null);
  // A failed start has already closed its stores.
  if (server === null) process.exit(RESTART_EXIT_CODE);
  await endProcess(RESTART_EXIT_CODE, server.platform.warehouse);
}
