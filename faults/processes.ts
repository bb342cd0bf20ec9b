import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

/** How a process ended, with everything it said. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds from its start. */
  readonly tookMs: number;
}

/** A process of this run. */
export interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  /** What it has said so far, both streams. */
  said(): string;
  readonly ended: Promise<Ended>;
}

const running = new Set<Started>();

/** Starts Node on a script of the repository, with `environment` on top of this process's own. */
export function startNode(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  how: { detached?: boolean } = {},
): Started {
  const begin = Date.now();
  const child = spawn(process.execPath, args, {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TZ: 'UTC', UV_THREADPOOL_SIZE: '16', ...environment },
    detached: how.detached === true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${args.join(' ')} could not be started`);
  const said = { stdout: '', stderr: '', both: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (chunk: Buffer) => {
      said[stream] += chunk.toString();
      said.both += chunk.toString();
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    // 'close' and not 'exit', so that nothing that it said is missing; a database server that outlives its killed
    // parent has files of its own for what it says.
    child.once('close', (code, signal) => {
      running.delete(started);
      resolve({ code, signal, stdout: said.stdout, stderr: said.stderr, tookMs: Date.now() - begin });
    });
  });
  const started: Started = { child, pid, said: () => said.both, ended };
  running.add(started);
  return started;
}

/** Runs Node on a script of the repository until it ends. */
export function runNode(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ended> {
  return startNode(args, environment).ended;
}

/** Kills what is left of the processes that `startNode` started. */
export function killRest(): void {
  for (const { child } of running) child.kill('SIGKILL');
}

/** Whether a process with this id exists and is not only waiting to be collected. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return false;
    throw error;
  }
}

/** The process that holds a data folder; null when there is no lock. */
export function holderOf(dataDir: string): number | null {
  const lock = readIfThere(join(dataDir, 'quarry.lock'));
  if (lock === null) return null;
  const holder: unknown = JSON.parse(lock);
  return typeof holder === 'object' && holder !== null && 'pid' in holder && typeof holder.pid === 'number'
    ? holder.pid
    : null;
}

/** The database server of a data folder; null when there is none. */
export function postmasterOf(dataDir: string): number | null {
  const pid = Number.parseInt(readIfThere(join(dataDir, 'postgres/cluster/postmaster.pid')) ?? '', 10);
  return Number.isNaN(pid) ? null : pid;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
