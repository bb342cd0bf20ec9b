import { spawn } from 'node:child_process';
import { closeSync, fchownSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { ServerFolder } from './folder.ts';
import { readPostmaster } from './postmaster.ts';
import { SOCKET_PORT } from './socket.ts';

const MAX_LOG_BYTES = 10_000_000;
/** Generous, because crash recovery reads the whole write-ahead log. */
const START_TIMEOUT_MS = 120_000;

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  max_connections: '100',
  shared_buffers: '128MB',
  // Parallel workers share memory through /dev/shm, which is 64 MB in a container.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

export interface RunningServer {
  readonly pid: number;
}

/** Starts the server and waits until it accepts connections. On failure, throws with the end of its log. */
export async function startServer(
  folder: ServerFolder,
  binaries: Binaries,
  socketFolder: string,
  settings: Readonly<Record<string, string>>,
  onUnexpectedEnd: (how: string) => void,
): Promise<RunningServer> {
  const logPath = join(folder.path, 'server.log');
  const logFile = openSync(logPath, 'a', 0o600);
  if (folder.account.ids !== null) fchownSync(logFile, folder.account.ids.uid, folder.account.ids.gid);
  if (statSync(logPath).size > MAX_LOG_BYTES) truncateSync(logPath);
  const logStart = statSync(logPath).size;
  const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(
    binaries.postgres,
    ['-D', folder.cluster, '-p', String(SOCKET_PORT), '-k', socketFolder, ...flags],
    {
      ...folder.account.ids,
      cwd: '/',
      // Its own process group, so Ctrl+C does not stop the database before the application.
      detached: true,
      stdio: ['ignore', logFile, logFile],
      env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC', LC_ALL: 'C' },
    },
  );
  closeSync(logFile);
  child.unref();
  let isReady = false;
  const failure = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code, killedBy) => {
      const how = killedBy ?? `code ${code}`;
      if (isReady) {
        onUnexpectedEnd(how);
        return;
      }
      const output = readFileSync(logPath).subarray(logStart).toString('utf8').trim().slice(-2_000);
      reject(new Error(`The database server ended (${how}). Its output: ${output}`));
    });
  });
  const server = await Promise.race([failure, waitUntilReady(folder.cluster, () => child.pid)]);
  isReady = true;
  return server;
}

async function waitUntilReady(cluster: string, pidOf: () => number | undefined): Promise<RunningServer> {
  const end = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < end) {
    const found = readPostmaster(cluster);
    const pid = pidOf();
    if (found !== null && pid !== undefined && found.pid === pid && found.isReady) return { pid };
    await sleep(5);
  }
  throw new Error(
    `The database server in ${cluster} was not ready after ${START_TIMEOUT_MS / 1_000} s; see server.log beside it.`,
  );
}
