import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';

/** What `postmaster.pid` says about the server that holds a cluster. */
export interface Postmaster {
  readonly pid: number;
  readonly isReady: boolean;
}

/** Reads `postmaster.pid`; null when there is none or it is still being written. */
export function readPostmaster(cluster: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  // A standalone backend writes its pid negative.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  if (!Number.isSafeInteger(pid) || pid === 0) return null;
  return { pid, isReady: (lines[7] ?? '').trim() === 'ready' };
}

/** Whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether the process is a server of this very cluster, and not a stranger that got the same number. */
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

/** The pid file goes last, so it also tells the end of a server that nobody has collected from the process table yet. */
async function waitForEnd(cluster: string, pid: number, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (isAlive(pid) && readPostmaster(cluster)?.pid === pid) {
    if (Date.now() > end) return false;
    await sleep(10);
  }
  return true;
}

/**
 * Ends a server: open transactions are rolled back and a checkpoint is written; when that takes longer than
 * `graceMs` it ends at once, and recovers from its log at the next start.
 */
export async function endServer(cluster: string, pid: number, graceMs: number, log: Log): Promise<void> {
  if (!signal(pid, 'SIGINT')) return;
  if (await waitForEnd(cluster, pid, graceMs)) return;
  log.warn({ pid, graceMs }, 'The database server did not stop in time; it is stopped at once');
  if (!signal(pid, 'SIGQUIT')) return;
  if (await waitForEnd(cluster, pid, 10_000)) return;
  throw new Error(`The database server (process ${pid}) can't be stopped.`);
}

/** Sends a signal; false when the process is gone already. */
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
 * Ends the backends that outlive a killed postmaster. They notice its death only when they wait for something, and a
 * new server beside one that still writes would ruin the data. Where there is no /proc, nothing is done.
 */
async function endStrays(cluster: string, log: Log): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    const strays = existsSync('/proc/self/cwd') ? pidsOf(cluster) : [];
    if (strays.length === 0) return;
    if (Date.now() > end)
      throw new Error(`Processes of a killed database server can't be ended: ${strays.join(', ')}.`);
    log.warn({ strays }, 'Processes of a killed database server are ended');
    for (const pid of strays) signal(pid, 'SIGKILL');
    await sleep(50);
  }
}

function pidsOf(cluster: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => servesCluster(pid, cluster));
}

/**
 * Clears what an application that was killed left behind: its server goes on alone, and is stopped cleanly here (which
 * also ends transactions and locks that nobody will finish). A pid file whose process is gone, or is a stranger with
 * the same number, is removed, since the server would refuse to start because of it.
 */
export async function endOrphan(cluster: string, log: Log): Promise<void> {
  const orphan = readPostmaster(cluster);
  if (orphan === null) return;
  if (isAlive(orphan.pid) && servesCluster(orphan.pid, cluster)) {
    log.info(
      { pid: orphan.pid },
      'A database server was left running by a process that was killed; it is stopped cleanly',
    );
    await endServer(cluster, orphan.pid, 20_000, log);
  }
  await endStrays(cluster, log);
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}
