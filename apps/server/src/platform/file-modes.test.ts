import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
let root: string;
const children: ChildProcess[] = [];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'quarry-modes-'));
  chmodSync(root, 0o755);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGTERM');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts the server under the most open umask and waits until it is ready. */
async function start(dataDir: string, user: { uid: number; gid: number } | null): Promise<ChildProcess> {
  const child = spawn('/bin/sh', ['-c', 'umask 000; exec "$0" "$1"', process.execPath, MAIN], {
    ...user,
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      QUARRY_DATA_DIR: dataDir,
      QUARRY_DEMO_COMPANIES: '200',
      PORT: String(await freePort()),
    },
  });
  children.push(child);
  for await (const line of createInterface(child.stdout)) if (line.startsWith('Quarry is ready')) break;
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Every path in the folder that somebody else may read, write or list, with its mode. */
function openPaths(folder: string, inner = ''): string[] {
  return readdirSync(join(folder, inner)).flatMap((name) => {
    const path = join(inner, name);
    const found = lstatSync(join(folder, path));
    // A link has no mode of its own.
    if (found.isSymbolicLink()) return [];
    const open = (found.mode & 0o067) === 0 ? [] : [`${path} ${(found.mode & 0o777).toString(8)}`];
    return found.isDirectory() ? [...open, ...openPaths(folder, path)] : open;
  });
}

const modeOf = (path: string) => lstatSync(path).mode & 0o777;

test.runIf(isRoot)('as root, only the user of the database may pass through to its own folder', async () => {
  const dataDir = join(root, 'of-root');
  const server = await start(dataDir, null);
  expect(openPaths(dataDir)).toEqual([]);
  expect(modeOf(dataDir)).toBe(0o710);
  const database = lstatSync(join(dataDir, 'postgres', 'cluster'));
  expect(lstatSync(dataDir)).toMatchObject({ uid: 0, gid: database.gid });
  const asNobody = (command: string) =>
    execFileSync('/bin/sh', ['-c', command], { uid: NOBODY.uid, gid: NOBODY.gid, stdio: 'pipe' });
  expect(() => asNobody(`cat ${dataDir}/secret.key`)).toThrow('Permission denied');
  expect(() => asNobody(`ls ${dataDir}/postgres`)).toThrow('Permission denied');
  await stop(server);
});

test.runIf(isRoot)('as an ordinary user, nobody else may enter', async () => {
  const home = join(root, 'home');
  mkdirSync(home);
  chownSync(home, NOBODY.uid, NOBODY.gid);
  const dataDir = join(home, 'data');
  const server = await start(dataDir, NOBODY);
  expect(openPaths(dataDir)).toEqual([]);
  expect(modeOf(dataDir)).toBe(0o700);
  await stop(server);
});

test('an open folder of an earlier version is closed at the next start', async () => {
  const dataDir = join(root, 'earlier');
  for (const name of ['clickhouse', 'files', 'outbox', 'postgres']) mkdirSync(join(dataDir, name), { recursive: true });
  writeFileSync(join(dataDir, 'secret.key'), 'f'.repeat(64));
  for (const name of ['.', ...readdirSync(dataDir)]) chmodSync(join(dataDir, name), 0o755);
  const server = await start(dataDir, null);
  expect(openPaths(dataDir)).toEqual([]);
  await stop(server);
});
