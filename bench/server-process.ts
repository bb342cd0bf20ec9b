import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Memory in MiB of the server's process and of the database processes that it started. */
  memory(): Promise<{ readonly server: number; readonly database: number }>;
  stop(): Promise<void>;
}

/** Reads a file of /proc; empty once its process has ended, as database processes come and go. */
async function readProcess(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'ENOENT')) return '';
    throw error;
  }
}

/** A process's memory in MiB, with its share of what it has in common with others. */
async function memoryOf(pid: number): Promise<number> {
  const summary = await readProcess(`/proc/${pid}/smaps_rollup`);
  return Number(/^Pss:\s+(\d+)/m.exec(summary)?.[1] ?? 0) / 1024;
}

async function descendants(pid: number): Promise<number[]> {
  const tasks = existsSync(`/proc/${pid}/task`) ? await readdir(`/proc/${pid}/task`) : [];
  const lists = await Promise.all(tasks.map((task) => readProcess(`/proc/${pid}/task/${task}/children`)));
  const children = lists.flatMap((list) => list.split(' ').filter((each) => each.trim() !== '')).map(Number);
  return [...children, ...(await Promise.all(children.map(descendants))).flat()];
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    // Nothing listens yet.
    return false;
  }
}

/** Starts a server on a data folder and waits until it is ready. */
export async function startServerProcess(
  folder: string,
  port: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const startedAt = performance.now();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      QUARRY_DATA_DIR: folder,
      PORT: String(port),
      HOST: '127.0.0.1',
      QUARRY_DEMO: 'off',
      ...environment,
    },
  });
  if (child.pid === undefined) throw new Error('The server could not be started');
  const pid: number = child.pid;
  const ended = once(child, 'exit');
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() - startedAt > 60_000) {
      child.kill('SIGKILL');
      throw new Error('The server did not start');
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    pid,
    async memory() {
      const database = await Promise.all((await descendants(pid)).map(memoryOf));
      return { server: await memoryOf(pid), database: database.reduce((sum, each) => sum + each, 0) };
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
