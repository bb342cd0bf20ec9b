import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
const children: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-supervise-'));
  chmodSync(folder, 0o755);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(options: object, environment: NodeJS.ProcessEnv) {
  const code = `import('./scripts/supervise.mjs').then((m) => m.supervise(${JSON.stringify(options)})).then(process.exit)`;
  const child = spawn(process.execPath, ['-e', code], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', QUARRY_DEMO: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  }
  const ended = once(child, 'close').then(([code]) => code);
  return { child, ended, said: () => said };
}

test('an unreachable store is waited for, with growing pauses, until a stop', async () => {
  const { child, ended, said } = start(
    { maxRestarts: 0 },
    { QUARRY_DATA_DIR: join(folder, 'unreachable'), DATABASE_URL: 'postgres://quarry@127.0.0.1:1/quarry' },
  );
  await expect.poll(said, { timeout: 30_000 }).toContain('trying again in 2 s.');
  expect(said()).toContain('The server could not start: trying again in 1 s.');
  child.kill('SIGTERM');
  await ended;
  expect(said()).not.toContain('giving up');
});

test('a crash loop ends, and leaves no database server', async () => {
  const dataDir = join(folder, 'crashing');
  const environment = { QUARRY_DATA_DIR: dataDir, QUARRY_MIN_FREE_DISK_MB: '1' };
  const { ended, said } = start({ maxRestarts: 0 }, environment);
  await expect.poll(said, { timeout: 30_000 }).toContain('Quarry is ready');
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  expect(existsSync(pidFile)).toBe(true);
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'quarry.lock'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  expect(await ended).toBe(1);
  expect(said()).toContain('giving up');
  expect(existsSync(pidFile)).toBe(false);
});
