// Restarts the server when it is killed, or when it asks for a restart.
import { childEnvironment, node24, spawnThrough } from './setup.mjs';

const WINDOW_MS = 60_000;

/** Exit code of a server that asks for a restart (EX_TEMPFAIL of sysexits.h). */
const RESTART_EXIT_CODE = 75;

/**
 * Runs the server until it exits by itself or is asked to stop, and resolves to the exit code. Gives up after more than
 * `maxRestarts` restarts within a minute.
 */
export async function supervise({ maxRestarts = 5 } = {}) {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (isStopping = true));
  const restarts = [];
  for (;;) {
    const { code, signal } = await spawnThrough(node24(), ['apps/server/src/main.ts'], childEnvironment());
    // With another code, the server has already printed the reason.
    if (isStopping || (signal === null && code !== RESTART_EXIT_CODE)) return code ?? 0;
    const how = signal === null ? 'asked for a restart' : `was killed by ${signal}`;
    const now = Date.now();
    restarts.push(now);
    while (restarts[0] !== undefined && now - restarts[0] > WINDOW_MS) restarts.shift();
    if (restarts.length > maxRestarts) {
      console.error(`The server ended ${restarts.length} times within a minute (last time it ${how}): giving up.`);
      return 1;
    }
    console.error(`The server ${how}: restarting it.`);
  }
}
