import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';

/** The server of a cluster, according to `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly isReady: boolean;
  readonly socketFolder: string;
}

/** Reads `postmaster.pid`; null if it is missing or incomplete. */
export function readPostmaster(cluster: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  // A standalone backend writes a negative pid.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  if (!Number.isSafeInteger(pid) || pid === 0) return null;
  return { pid, isReady: (lines[7] ?? '').trim() === 'ready', socketFolder: (lines[4] ?? '').trim() };
}

/** True for processes of any owner. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Tells the cluster's server from a process that reuses its pid. */
function servesCluster(pid: number, cluster: string): boolean {
  const real = realpathSync(cluster);
  if (existsSync('/proc/self/cwd')) {
    try {
      // A server's working directory is its cluster.
      return readlinkSync(`/proc/${pid}/cwd`) === real;
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES'))
        return false;
      throw error;
    }
  }
  const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return command.includes('postgres') && (command.includes(cluster) || command.includes(real));
}

/** Also checks the pid file: it is removed last, and a zombie still counts as alive. */
async function waitForEnd(cluster: string, pid: number, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (isAlive(pid) && readPostmaster(cluster)?.pid === pid) {
    if (Date.now() > end) return false;
    await sleep(10);
  }
  return true;
}

/**
 * Stops a server, rolling back open transactions and writing a checkpoint. After `graceMs` it is stopped immediately, if
 * need be killed, and recovers from its log at the next start.
 */
export async function endServer(cluster: string, pid: number, graceMs: number, log: Log): Promise<void> {
  if (!signal(pid, 'SIGINT')) return;
  if (await waitForEnd(cluster, pid, graceMs)) return;
  log.warn({ pid, graceMs }, 'the database server did not stop in time; stopping it immediately');
  if (!signal(pid, 'SIGQUIT')) return;
  if (await waitForEnd(cluster, pid, 5_000)) return;
  // A frozen server takes no other signal. What it has committed survives this.
  if (!signal(pid, 'SIGKILL')) return;
  await endStrays(cluster, log);
}

/** Sends a signal. Returns false if the process is gone. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/**
 * Kills backends that outlive a killed postmaster. They notice its death only while waiting, and a new server beside one
 * that still writes would corrupt the data. Does nothing without /proc.
 */
async function endStrays(cluster: string, log: Log): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    const strays = existsSync('/proc/self/cwd') ? pidsOf(cluster) : [];
    if (strays.length === 0) return;
    if (Date.now() > end)
      throw new Error(`Processes of a killed database server cannot be ended: ${strays.join(', ')}.`);
    log.warn({ strays }, 'killing the leftover processes of a killed database server');
    for (const pid of strays) signal(pid, 'SIGKILL');
    await sleep(50);
  }
}

/** Every process of a cluster's server. Needs /proc. */
export function pidsOf(cluster: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => servesCluster(pid, cluster));
}

/**
 * Stops the server that a killed application left running, which also ends its transactions and locks. Removes a stale
 * pid file, which would keep the server from starting.
 */
export async function endOrphan(cluster: string, log: Log): Promise<void> {
  const orphan = readPostmaster(cluster);
  if (orphan === null) return;
  if (isAlive(orphan.pid) && servesCluster(orphan.pid, cluster)) {
    log.info({ pid: orphan.pid }, 'stopping the database server that a killed process left running');
    await endServer(cluster, orphan.pid, 20_000, log);
  }
  await endStrays(cluster, log);
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}
