import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@quarry/clickhouse';
import { clients } from '@quarry/postgres/tables/clients';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '#server/platform/config.ts';
import { DataFolderInUseError, openDataFolder, RESTORE_FOLDER } from '#server/platform/data-folder.ts';
import { createLog, openPlatform } from '#server/platform/open-platform.ts';
import { BackupError, backup, restore } from './backup.ts';

const log = createLog('silent');
let root: string;
const configOf = (dataDir: string) => readConfig({ NODE_ENV: 'test', QUARRY_DATA_DIR: dataDir });
const open = () => openPlatform(configOf(join(root, 'data')), { migrations: [], jobs: [] });
const file = () => join(root, 'backup.tar');

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'quarry-backup-test-'));
  // The database server may run as another user.
  chmodSync(root, 0o755);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a backup restores every store into an empty folder', async () => {
  const dataDir = join(root, 'data');
  const before = await open();
  const { db, warehouse, files, secrets } = before.platform;
  await db.asSystem((tx) => tx.insert(clients).values({ name: 'kept' }));
  await warehouse.command(sql`CREATE DATABASE kept`);
  await warehouse.command(sql`CREATE TABLE kept.numbers (x UInt32) ENGINE = MergeTree ORDER BY x`);
  await warehouse.command(sql`INSERT INTO kept.numbers SELECT number FROM numbers(1000)`);
  await files.put('exports/kept.csv', 'a,b');
  const encrypted = secrets.encrypt('kept');
  await expect(backup(configOf(dataDir), file(), log)).rejects.toThrow(DataFolderInUseError);
  expect(readdirSync(root)).toEqual(['data']);
  await before.close();

  const { bytes } = await backup(configOf(dataDir), file(), log);
  expect(statSync(file()).size).toBe(bytes);
  await expect(backup(configOf(dataDir), file(), log)).rejects.toThrow('already exists');
  await expect(restore(configOf(dataDir), file())).rejects.toThrow('is not empty');
  renameSync(dataDir, join(root, 'original'));
  await restore(configOf(dataDir), file());
  expect(readdirSync(dataDir).sort()).toEqual(readdirSync(join(root, 'original')).sort());

  const after = await open();
  const { platform } = after;
  expect(await platform.db.asSystem((tx) => tx.select({ name: clients.name }).from(clients))).toEqual([
    { name: 'kept' },
  ]);
  const sum = z.object({ sum: z.number() });
  expect(await platform.warehouse.rows(sql`SELECT toUInt32(sum(x)) AS sum FROM kept.numbers`, sum)).toEqual([
    { sum: 499_500 },
  ]);
  expect(await platform.files.get('exports/kept.csv')).toBe('a,b');
  expect(platform.secrets.decrypt(encrypted)).toBe('kept');
  await after.close();
});

test.each([
  ['that is cut short', (path: string) => truncateSync(path, Math.floor(statSync(path).size / 1024) * 512)],
  ['that is not a tar file', (path: string) => writeFileSync(path, 'not a backup'.repeat(1000))],
  ['that is empty', (path: string) => truncateSync(path, 0)],
  [
    'that is some other tar file',
    (path: string) => {
      mkdirSync(join(root, 'else'), { recursive: true });
      execFileSync('tar', ['-C', root, '-cf', path, 'else']);
    },
  ],
])('a file %s is rejected and leaves the folder empty', async (_name, spoil) => {
  const spoilt = join(root, 'spoilt.tar');
  writeFileSync(spoilt, readFileSync(file()));
  spoil(spoilt);
  const target = join(root, 'target');
  await expect(restore(configOf(target), spoilt)).rejects.toThrow(BackupError);
  expect(readdirSync(target)).toEqual([]);
});

test('an interrupted restore blocks the folder until it is repeated', async () => {
  const target = join(root, 'cut-off');
  mkdirSync(join(target, RESTORE_FOLDER, 'clickhouse'), { recursive: true });
  mkdirSync(join(target, 'postgres'), { recursive: true });
  expect(() => openDataFolder(target)).toThrow('A backup is being restored');
  await restore(configOf(target), file());
  expect(existsSync(join(target, RESTORE_FOLDER))).toBe(false);
  openDataFolder(target).release();
});
