// Keeps the server running: starts it again when it was killed, or when it ended because a store of its own was lost.
import { childEnvironment, node24, spawnThrough } from './setup.mjs';

const WINDOW_MS = 60_000;

/** With this code the server asks to be started again (EX_TEMPFAIL of sysexits.h). */
const START_AGAIN = 75;

/**
 * Runs the server until it ends by itself or is asked to stop, and settles with the exit code to end with. Gives up when
 * it had to be started again more often than `maxRestarts` within a minute.
 */
export async function supervise({ maxRestarts = 5 } = {}) {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (isStopping = true));
  const restarts = [];
  for (;;) {
    const { code, signal } = await spawnThrough(node24(), ['apps/server/src/main.ts'], childEnvironment());
    // A server that ends with another code has said why itself.
    if (isStopping || (signal === null && code !== START_AGAIN)) return code ?? 0;
    const how = signal === null ? 'ended to be started again' : `was killed by ${signal}`;
    const now = Date.now();
    restarts.push(now);
    while (restarts[0] !== undefined && now - restarts[0] > WINDOW_MS) restarts.shift();
    if (restarts.length > maxRestarts) {
      console.error(`The server ended ${restarts.length} times within a minute (the last time it ${how}): giving up.`);
      return 1;
    }
    console.error(`The server ${how}: starting it again.`);
  }
}
