import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

/** How a process ended, with its output. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly tookMs: number;
}

export interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  /** The output so far, of both streams. */
  output(): string;
  readonly ended: Promise<Ended>;
}

const running = new Set<Started>();

/** Starts Node on a script of the repository, adding `environment` to this process's own. */
export function startNode(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  options: { detached?: boolean } = {},
): Started {
  const begin = Date.now();
  const child = spawn(process.execPath, args, {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TZ: 'UTC', UV_THREADPOOL_SIZE: '18', ...environment },
    detached: options.detached === true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${args.join(' ')} could not be started`);
  const output = { stdout: '', stderr: '', both: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (chunk: Buffer) => {
      output[stream] += chunk.toString();
      output.both += chunk.toString();
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    // 'close' instead of 'exit', for the complete output. A database server that outlives its killed parent doesn't
    // delay it: it logs to its own file.
    child.once('close', (code, signal) => {
      running.delete(started);
      resolve({ code, signal, stdout: output.stdout, stderr: output.stderr, tookMs: Date.now() - begin });
    });
  });
  const started: Started = { child, pid, output: () => output.both, ended };
  running.add(started);
  return started;
}

/** Runs Node on a script of the repository. */
export function runNode(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ended> {
  return startNode(args, environment).ended;
}

/** Kills the processes of `startNode` that are still running. */
export function killRemaining(): void {
  for (const { child } of running) child.kill('SIGKILL');
}

/** False for zombies. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return false;
    throw error;
  }
}

/** The process that holds a data folder; null if it is not locked. */
export function holderOf(dataDir: string): number | null {
  const lock = readIfExists(join(dataDir, 'quarry.lock'));
  if (lock === null) return null;
  const holder: unknown = JSON.parse(lock);
  return typeof holder === 'object' && holder !== null && 'pid' in holder && typeof holder.pid === 'number'
    ? holder.pid
    : null;
}

/** The database server of a data folder, or null. */
export function postmasterOf(dataDir: string): number | null {
  const pid = Number.parseInt(readIfExists(join(dataDir, 'postgres/cluster/postmaster.pid')) ?? '', 10);
  return Number.isNaN(pid) ? null : pid;
}

/** Every process of the database server of a data folder. */
export function databaseProcesses(dataDir: string): number[] {
  const cluster = join(dataDir, 'postgres/cluster');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === cluster;
      } catch {
        // It has ended, or belongs to another user.
        return false;
      }
    });
}

function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
