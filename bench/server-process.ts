import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  stop(): Promise<void>;
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
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
