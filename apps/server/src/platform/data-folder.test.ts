import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DataFolderInUseError, makeScratchFolder, openDataFolder } from './data-folder.ts';

const SCRIPT = fileURLToPath(new URL('./testing/hold-data-folder.ts', import.meta.url));
let root: string;
const children: ChildProcess[] = [];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'quarry-folder-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Opens the folder in another process, which holds it until killed. */
async function openElsewhere(path: string): Promise<{ child: ChildProcess; output: string }> {
  const child = spawn(process.execPath, [SCRIPT, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [output] = await once(child.stdout, 'data');
  return { child, output: String(output).trim() };
}

const lockOf = (path: string) => join(path, 'quarry.lock');
const lockFiles = (path: string) => readdirSync(path).filter((name) => name.startsWith('quarry.lock'));

test('a second process gets an error that says what to do', async () => {
  const path = join(root, 'held');
  const folder = openDataFolder(path);
  const { output } = await openElsewhere(path);
  expect(output).toMatch(
    new RegExp(
      `^The data folder ${path} is in use by process ${process.pid} \\(since \\S+\\)\\. Stop that process first, or choose another folder with QUARRY_DATA_DIR\\.$`,
    ),
  );
  folder.release();
  expect(lockFiles(path)).toEqual([]);
  expect((await openElsewhere(path)).output).toBe('taken');
  expect(() => openDataFolder(path)).toThrow(DataFolderInUseError);
  // A second release must not remove another process's lock.
  folder.release();
  expect(lockFiles(path)).toEqual(['quarry.lock']);
});

test('the lock of a killed process is taken over', async () => {
  const path = join(root, 'killed');
  const { child } = await openElsewhere(path);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(lockOf(path))).toBe(true);
  const folder = openDataFolder(path);
  expect(lockFiles(path)).toEqual(['quarry.lock']);
  folder.release();
});

test.runIf(existsSync('/proc/self/stat'))('the lock of a killed process is taken over when its pid was reused', () => {
  const path = join(root, 'reused');
  openDataFolder(path);
  const held = JSON.parse(readFileSync(lockOf(path), 'utf8'));
  writeFileSync(lockOf(path), JSON.stringify({ ...held, startTime: String(Number(held.startTime) - 1) }));
  openDataFolder(path).release();
});

test('temporary files of a killed process go when the folder is opened again', async () => {
  const path = join(root, 'swept');
  const folder = openDataFolder(path);
  writeFileSync(join(await makeScratchFolder(path, 'export-'), 'part'), 'half an export');
  folder.release();
  const next = openDataFolder(path);
  expect(readdirSync(next.scratchPath)).toEqual([]);
  next.release();
});

test('an unreadable lock is taken over', () => {
  const path = join(root, 'unreadable');
  openDataFolder(path);
  writeFileSync(lockOf(path), '{"pid":');
  openDataFolder(path).release();
});

test('of many processes that find the same stale lock, exactly one gets the folder', async () => {
  const path = join(root, 'raced');
  openDataFolder(path);
  writeFileSync(lockOf(path), JSON.stringify({ pid: 2 ** 30, startTime: '1', since: 'long ago' }));
  const opened = await Promise.all(Array.from({ length: 6 }, () => openElsewhere(path)));
  expect(opened.filter(({ output }) => output === 'taken')).toHaveLength(1);
  expect(lockFiles(path)).toEqual(['quarry.lock']);
});
