import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const root = fileURLToPath(new URL('..', import.meta.url));
const START_TIMEOUT_MS = 180_000;

/** Password of the demo sign-ins of the server under test. */
const PASSWORD = 'Quarry-e2e-Pass-7!';

declare module 'vitest' {
  interface ProvidedContext {
    quarry: {
      url: string;
      /** Password of the demo sign-ins. */
      password: string;
      /** A user who has not signed in yet, with the one-time password. */
      newcomer: { email: string; password: string };
      dataDir: string;
      /** Where the server expects HubSpot; a journey starts a stand-in there. */
      hubspotPort: number;
      /** Opens the outbox's JSON. */
      outboxToken: string;
    };
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('No port')),
      );
    });
  });
}

/** Waits until the server is ready, and returns the token of its outbox. */
function waitForReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`The server did not start in time:\n${output}`)), START_TIMEOUT_MS);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const token = /^Outbox, .*\/outbox\?token=(\S+)\n/m.exec(output)?.[1];
      if (token === undefined) return;
      clearTimeout(timer);
      resolve(token);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${code}:\n${output}`));
    });
  });
}

function runScript(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    );
  });
}

/** Starts one server with the demo for all journeys, like `npm start`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quarry-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const hubspotPort = await freePort();
  const hubspotUrl = `http://127.0.0.1:${hubspotPort}`;
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    TZ: 'UTC',
    UV_THREADPOOL_SIZE: '18',
    PORT: String(port),
    HOST: '127.0.0.1',
    QUARRY_PUBLIC_URL: url,
    QUARRY_DATA_DIR: dataDir,
    QUARRY_DEMO: 'on',
    QUARRY_DEMO_PASSWORD: PASSWORD,
    QUARRY_DEMO_COMPANIES: '3000',
    LOG_LEVEL: 'warn',
    QUARRY_PRIVATE_TARGETS: 'on',
    QUARRY_HUBSPOT_AUTH_URL: hubspotUrl,
    QUARRY_HUBSPOT_API_URL: hubspotUrl,
    QUARRY_HUBSPOT_CLIENT_ID: 'hubspot-app',
    QUARRY_HUBSPOT_CLIENT_SECRET: 'hubspot-secret',
  };
  const email = 'newcomer@quarry.test';
  const created = await runScript(['apps/server/src/cli/users.ts', 'create', email, '--staff'], env);
  // On a slow machine, warnings may surround this line.
  const password = /^User .* One-time password, .*: (\S+)$/m.exec(created)?.[1];
  if (password === undefined) throw new Error(`No one-time password was printed:\n${created}`);
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const outboxToken = await waitForReady(child);
  project.provide('quarry', {
    url,
    password: PASSWORD,
    newcomer: { email, password },
    dataDir,
    hubspotPort,
    outboxToken,
  });
  return async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
}
