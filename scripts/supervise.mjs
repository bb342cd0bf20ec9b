// Restarts the server when it is killed, or when it asks for a restart.
import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment, node24, root, spawnThrough } from './setup.mjs';

const WINDOW_MS = 60_000;
const LONGEST_PAUSE_MS = 60_000;

/** Exit codes of apps/server/src/platform/end-process.ts. */
const RESTART_EXIT_CODE = 75;
const TRY_AGAIN_EXIT_CODE = 69;

/**
 * Runs the server until it exits by itself or is asked to stop, and resolves to the exit code. Gives up after more than
 * `maxRestarts` restarts within a minute, but not for causes that may pass by themselves: a full disk, or a store that
 * cannot be reached. Those it waits out, with growing pauses.
 */
export async function supervise({ maxRestarts = 5 } = {}) {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stopping.abort());
  let pauseMs = 1_000;
  let restarts = [];
  for (;;) {
    const begin = Date.now();
    const { code, signal } = await spawnThrough(node24(), ['apps/server/src/main.ts'], childEnvironment());
    const isKnown = code === RESTART_EXIT_CODE || code === TRY_AGAIN_EXIT_CODE;
    // With another code, the server has already printed the reason.
    if (stopping.signal.aborted || (signal === null && !isKnown)) return code ?? 0;
    const now = Date.now();
    if (now - begin > WINDOW_MS) pauseMs = 1_000;
    const how = signal === null ? 'asked for a restart' : `was killed by ${signal}`;
    if (code === TRY_AGAIN_EXIT_CODE || isDiskFull()) {
      const cause = code === TRY_AGAIN_EXIT_CODE ? 'could not start' : `${how}, and its disk is full`;
      console.error(
        `The server ${cause}: trying again in ${pauseMs / 1_000} s${isDiskFull() ? ', or when there is room' : ''}.`,
      );
      await pause(pauseMs, stopping.signal);
      if (stopping.signal.aborted) return code ?? 1;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      continue;
    }
    restarts = [...restarts, now].filter((at) => now - at <= WINDOW_MS);
    if (restarts.length > maxRestarts) {
      console.error(`The server ended ${restarts.length} times within a minute (last time it ${how}): giving up.`);
      endDatabase();
      return 1;
    }
    console.error(`The server ${how}: restarting it.`);
  }
}

/** Ends early when a full disk has room again, or on a stop. */
async function pause(durationMs, signal) {
  const end = Date.now() + durationMs;
  const wasFull = isDiskFull();
  while (Date.now() < end && !signal.aborted && (!wasFull || isDiskFull())) {
    await sleep(Math.min(1_000, end - Date.now()), undefined, { signal }).catch(() => undefined);
  }
}

/** A killed server cannot say that its disk is full. */
function isDiskFull() {
  const { QUARRY_DATA_DIR, QUARRY_MIN_FREE_DISK_MB } = process.env;
  try {
    const { bavail, bsize } = statfsSync(resolve(root, QUARRY_DATA_DIR || '.data'));
    return bavail * bsize < Number(QUARRY_MIN_FREE_DISK_MB || 512) * 1024 * 1024;
  } catch {
    return false;
  }
}

/** A killed server leaves its embedded database server running. */
function endDatabase() {
  spawnSync(node24(), ['scripts/end-database.mjs'], { cwd: root, stdio: 'inherit', env: childEnvironment() });
}
