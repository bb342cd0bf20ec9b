import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canExecute, chooseAccount } from './embedded/account.ts';
import { copyPrograms, findBinaries } from './embedded/binaries.ts';
import { openServerFolder } from './embedded/folder.ts';
import { endServer, pidsOf, readPostmaster, signal } from './embedded/postmaster.ts';
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './embedded.ts';
import { migrate, openDatabase } from './index.ts';

const SCRIPT = fileURLToPath(new URL('./testing/start-embedded.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
let root: string;
const messages: string[] = [];
const note = (_: object, message: string) => void messages.push(message);
const log = { info: note, warn: note, error: note };

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'quarry-embedded-'));
  chmodSync(root, 0o755);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function query(server: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: server.connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('creates a safe database, keeps it, and migrates it once for two callers', async () => {
  const dataDir = join(root, 'kept');
  const first = await startEmbeddedPostgres({ dataDir, log });
  const [settings] = await query(
    first,
    `select current_setting('fsync') as fsync, current_setting('listen_addresses') as tcp, rolsuper as super, rolbypassrls as bypass
     from pg_roles where rolname = current_user`,
  );
  expect(settings).toEqual({ fsync: 'on', tcp: '', super: false, bypass: false });
  expect(statSync(join(dataDir, 'passwords.json')).mode & 0o777).toBe(0o600);
  await expect(openDatabase({ connectionString: first.superuserConnectionString, log })).rejects.toThrow(
    'is a superuser',
  );
  expect(findRunningPostgres(dataDir, log)).toBe(first.connectionString);
  await query(first, 'create table kept (x int)');
  await first.stop();
  expect(findRunningPostgres(dataDir, log)).toBeNull();
  expect(existsSync(join(dataDir, 'cluster', 'postmaster.pid'))).toBe(false);
  const second = await startEmbeddedPostgres({ dataDir, log });
  expect(await query(second, 'select * from kept')).toEqual([]);
  await Promise.all([migrate(second.connectionString), migrate(second.connectionString)]);
  await second.stop();
  await second.stop();
});

test('gives a database without its password file new passwords', async () => {
  const dataDir = join(root, 'without-passwords');
  const first = await startEmbeddedPostgres({ dataDir, log });
  await query(first, 'create table kept (x int)');
  await first.stop();
  rmSync(join(dataDir, 'passwords.json'));
  const second = await startEmbeddedPostgres({ dataDir, log });
  expect(second.connectionString).not.toBe(first.connectionString);
  expect(await query(second, 'select * from kept')).toEqual([]);
  await expect(query({ ...second, connectionString: first.connectionString }, 'select 1')).rejects.toThrow('password');
  await second.stop();
});

test('cleanly stops the server of a killed process', async () => {
  const dataDir = join(root, 'orphaned');
  const child = spawn(process.execPath, [SCRIPT, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const orphan = readPostmaster(join(dataDir, 'cluster'));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readPostmaster(join(dataDir, 'cluster'))).toEqual(orphan);
  messages.length = 0;
  const server = await startEmbeddedPostgres({ dataDir, log });
  expect(messages).toContainEqual(expect.stringContaining('left running'));
  expect(readPostmaster(join(dataDir, 'cluster'))?.pid).not.toBe(orphan?.pid);
  await query(server, 'select 1');
  await server.stop();
});

test.runIf(existsSync('/proc/self/cwd'))('a frozen server is killed, and keeps what it has committed', async () => {
  const dataDir = join(root, 'frozen');
  const cluster = join(dataDir, 'cluster');
  const first = await startEmbeddedPostgres({ dataDir, log });
  await query(first, 'create table kept (x int)');
  const pid = readPostmaster(cluster)?.pid ?? 0;
  for (const each of pidsOf(cluster)) signal(each, 'SIGSTOP');
  await endServer(cluster, pid, 100, log);
  expect(pidsOf(cluster)).toEqual([]);
  const second = await startEmbeddedPostgres({ dataDir, log });
  expect(await query(second, 'select * from kept')).toEqual([]);
  await second.stop();
});

test('starts after a killed server whose pid was reused', async () => {
  const dataDir = join(root, 'stale');
  const first = await startEmbeddedPostgres({ dataDir, log });
  await query(first, 'create table kept (x int)');
  const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
  const content = readFileSync(pidFile, 'utf8');
  const { pid } = readPostmaster(join(dataDir, 'cluster')) ?? { pid: 0 };
  process.kill(pid, 'SIGKILL');
  await sleep(500);
  writeFileSync(pidFile, content.replace(String(pid), String(process.pid)));
  const second = await startEmbeddedPostgres({ dataDir, log });
  expect(await query(second, 'select * from kept')).toEqual([]);
  await second.stop();
});

test('starts after starts that were killed at any moment', async () => {
  const dataDir = join(root, 'interrupted');
  for (const afterMs of [100, 250, 400, 600, 800]) {
    const child = spawn(process.execPath, [SCRIPT, dataDir], { stdio: 'ignore' });
    await sleep(afterMs);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const server = await startEmbeddedPostgres({ dataDir, log });
  await query(server, 'select 1');
  await server.stop();
});

test('puts the socket in a temporary folder if its path is too long, and removes that of a killed process', async () => {
  const dataDir = join(root, 'long'.repeat(30), 'postgres');
  const socketFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('quarry-pg-'));
  const before = socketFolders();
  const child = spawn(process.execPath, [SCRIPT, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const server = await startEmbeddedPostgres({ dataDir, log });
  expect(server.connectionString).toContain(encodeURIComponent(join(tmpdir(), 'quarry-pg-')));
  expect(socketFolders().filter((name) => !before.includes(name))).toHaveLength(1);
  await query(server, 'select 1');
  await server.stop();
});

test.runIf(isRoot)('as root, keeps the data elsewhere if the server cannot enter the folder, and warns', () => {
  const home = join(root, 'private');
  mkdirSync(home, { mode: 0o700 });
  const fallbackRoot = join(root, 'fallback');
  const folder = openServerFolder(join(home, 'postgres'), log, fallbackRoot);
  expect(folder.path.startsWith(fallbackRoot)).toBe(true);
  expect(messages.at(-1)).toMatch(/cannot be entered by the user "(postgres|nobody)".* kept in .*fallback/);
  // Two checkouts must not share one database.
  expect(openServerFolder(join(home, 'other'), log, fallbackRoot).path).not.toBe(folder.path);
});

test.runIf(isRoot)('as root under a closed umask, the server still runs from a copy of its programs', () => {
  const account = chooseAccount(join(root, 'none'));
  const native = join(dirname(findBinaries(account, root).postgres), '..');
  const umask = process.umask(0o077);
  copyPrograms(native, join(root, 'programs'));
  process.umask(umask);
  expect(canExecute(account, join(root, 'programs', 'bin', 'postgres'))).toBe(true);
});

test('rejects a database of another major version', async () => {
  const dataDir = join(root, 'old');
  mkdirSync(join(dataDir, 'cluster'), { recursive: true });
  writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '16\n');
  writeFileSync(join(dataDir, 'passwords.json'), JSON.stringify({ superuser: 'a', application: 'b' }));
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow('was created by PostgreSQL 16');
});
