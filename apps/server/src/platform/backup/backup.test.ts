import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
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
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from '@quarry/clickhouse';
import { clients } from '@quarry/postgres/tables/clients';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '#server/platform/config.ts';
import { DataFolderInUseError, openDataFolder, RESTORE_FOLDER } from '#server/platform/data-folder.ts';
import { createLog, openPlatform } from '#server/platform/open-platform.ts';
import { backup } from './backup.ts';
import { BackupError } from './backup-error.ts';
import { restore } from './restore.ts';
import { TRAILER_BYTES } from './trailer.ts';

const log = createLog('silent');
const PASSPHRASE = 'correct horse battery';
const CONTENT = 'name\r\nthe exported company';
let root: string;
const configOf = (dataDir: string) => readConfig({ NODE_ENV: 'test', QUARRY_DATA_DIR: dataDir });
const open = (dataDir: string) => openPlatform(configOf(dataDir), { migrations: [], jobs: [] });
const file = () => join(root, 'backup.tar');
const sealed = { passphrase: PASSPHRASE, log };
const unsealing = { passphrase: PASSPHRASE, isWithoutSecrets: false };

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'quarry-backup-test-'));
  // The database server may run as another user.
  chmodSync(root, 0o755);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function readClients(dataDir: string): Promise<string[]> {
  const { platform, close } = await open(dataDir);
  const rows = await platform.db.asSystem((tx) => tx.select({ name: clients.name }).from(clients));
  await close();
  return rows.map(({ name }) => name);
}

test('a backup restores every store into an empty folder, and holds no secret in the clear', async () => {
  const dataDir = join(root, 'data');
  const before = await open(dataDir);
  const { db, warehouse, files, secrets, mailer } = before.platform;
  await db.asSystem((tx) => tx.insert(clients).values({ name: 'kept' }));
  await warehouse.command(sql`CREATE DATABASE kept`);
  await warehouse.command(sql`CREATE TABLE kept.numbers (x UInt32) ENGINE = MergeTree ORDER BY x`);
  await warehouse.command(sql`INSERT INTO kept.numbers SELECT number FROM numbers(1000)`);
  await files.put('exports/kept.csv', CONTENT);
  await mailer.send({ to: 'ada@acme.test', subject: 'Reset', text: 'The code is 314159.' });
  const encrypted = secrets.encrypt('kept');
  await expect(backup(configOf(dataDir), file(), sealed)).rejects.toThrow(DataFolderInUseError);
  expect(readdirSync(root)).toEqual(['data']);
  await before.close();

  const umask = process.umask(0);
  const { bytes } = await backup(configOf(dataDir), file(), sealed);
  process.umask(umask);
  expect(statSync(file())).toMatchObject({ size: bytes });
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  const written = readFileSync(file());
  const passwords = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(join(dataDir, 'postgres/passwords.json'), 'utf8')));
  for (const secret of [readFileSync(join(dataDir, 'secret.key')), ...Object.values(passwords), '314159']) {
    expect(written.includes(secret)).toBe(false);
  }
  await expect(backup(configOf(dataDir), file(), sealed)).rejects.toThrow('already exists');
  await expect(backup(configOf(dataDir), join(dataDir, 'own.tar'), sealed)).rejects.toThrow(
    'in the data folder itself',
  );
  await expect(restore(configOf(dataDir), file(), unsealing)).rejects.toThrow('is not empty');
  renameSync(dataDir, join(root, 'original'));
  await restore(configOf(dataDir), file(), unsealing);

  const after = await open(dataDir);
  const { platform } = after;
  expect(await platform.db.asSystem((tx) => tx.select({ name: clients.name }).from(clients))).toEqual([
    { name: 'kept' },
  ]);
  const sum = z.object({ sum: z.number() });
  expect(await platform.warehouse.rows(sql`SELECT toUInt32(sum(x)) AS sum FROM kept.numbers`, sum)).toEqual([
    { sum: 499_500 },
  ]);
  expect(await platform.files.get('exports/kept.csv')).toBe(CONTENT);
  expect(platform.secrets.decrypt(encrypted)).toBe('kept');
  await after.close();
});

/** Changes the tar file in front of the trailer. */
function changeTar(path: string, change: (head: string) => void): void {
  const bytes = readFileSync(path);
  const head = join(root, 'head.tar');
  writeFileSync(head, bytes.subarray(0, -TRAILER_BYTES));
  change(head);
  writeFileSync(path, Buffer.concat([readFileSync(head), bytes.subarray(-TRAILER_BYTES)]));
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

const sha256OfTar = (path: string): string =>
  createHash('sha256').update(readFileSync(path).subarray(0, -TRAILER_BYTES)).digest('hex');

test.each<[string, (path: string) => void, string]>([
  ['cut short', (path) => truncateSync(path, Math.floor(statSync(path).size / 1024) * 512), 'is cut short'],
  ['not a tar file', (path) => writeFileSync(path, 'not a backup'.repeat(1000)), 'or something else'],
  ['empty', (path) => truncateSync(path, 0), 'is cut short'],
  [
    'some other tar file',
    (path) => {
      mkdirSync(join(root, 'else'), { recursive: true });
      execFileSync('tar', ['-C', root, '-cf', path, 'else']);
    },
    'or something else',
  ],
  [
    'changed in one byte',
    (path) => flip(path, readFileSync(path).indexOf(CONTENT)),
    'files/exports/kept.csv has other content',
  ],
  [
    'without one of its files',
    (path) => changeTar(path, (tar) => execFileSync('tar', ['--delete', '-f', tar, 'files/exports/kept.csv'])),
    'files/exports/kept.csv is missing',
  ],
  [
    'with another file',
    (path) =>
      changeTar(path, (tar) => {
        mkdirSync(join(root, 'files'), { recursive: true });
        writeFileSync(join(root, 'files/evil.csv'), 'x');
        execFileSync('tar', ['-C', root, '-rf', tar, 'files/evil.csv']);
      }),
    'files/evil.csv was added',
  ],
  [
    'changed by somebody who made up its checksum',
    (path) => {
      const intact = sha256OfTar(path);
      flip(path, readFileSync(path).indexOf(CONTENT));
      const trailer = readFileSync(path).subarray(-TRAILER_BYTES).toString();
      const forged = trailer.replace(intact, sha256OfTar(path));
      truncateSync(path, statSync(path).size - TRAILER_BYTES);
      appendFileSync(path, forged);
    },
    'somebody without it has changed the backup',
  ],
])('a file that is %s is refused by name and leaves the folder empty', async (_name, spoil, message) => {
  const spoilt = join(root, 'spoilt.tar');
  writeFileSync(spoilt, readFileSync(file()));
  spoil(spoilt);
  const target = join(root, 'target');
  const refusal = await restore(configOf(target), spoilt, unsealing).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(BackupError);
  expect(String(refusal)).toContain(message);
  expect(readdirSync(target)).toEqual([]);
});

test('a flipped bit anywhere is refused: in headers, padding, manifest, secrets and trailer', async () => {
  const spoilt = join(root, 'spoilt.tar');
  const target = join(root, 'target');
  const bytes = readFileSync(file());
  const trailerAt = bytes.length - TRAILER_BYTES;
  const places = [
    100,
    bytes.indexOf('{"path"') + 20,
    bytes.indexOf('"nonce"') + 12,
    bytes.indexOf(CONTENT) + 400,
    trailerAt - 100,
    trailerAt + 60,
  ];
  for (const at of places) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    writeFileSync(spoilt, changed);
    await expect(restore(configOf(target), spoilt, unsealing), `byte ${at}`).rejects.toThrow(BackupError);
    expect(readdirSync(target)).toEqual([]);
  }
}, 120_000);

test('the secrets of a backup need its passphrase', async () => {
  const target = configOf(join(root, 'locked'));
  await expect(restore(target, file(), { ...unsealing, passphrase: null })).rejects.toThrow('QUARRY_BACKUP_PASSPHRASE');
  await expect(restore(target, file(), { ...unsealing, passphrase: 'another passphrase' })).rejects.toThrow(
    'is not the passphrase',
  );
  expect(readdirSync(target.dataDir)).toEqual([]);
});

test('a backup without secrets restores the data under new ones', async () => {
  const bare = join(root, 'bare.tar');
  await backup(configOf(join(root, 'data')), bare, { passphrase: null, log });
  const target = join(root, 'without-secrets');
  await expect(restore(configOf(target), bare, unsealing)).rejects.toThrow('--without-secrets');
  expect(await restore(configOf(target), bare, { passphrase: null, isWithoutSecrets: true })).toEqual({
    hasSecretKey: false,
    hasPasswords: false,
  });
  expect(await readClients(target)).toEqual(['kept']);
  const fileIn = (folder: string, name: string) => readFileSync(join(root, folder, name), 'utf8');
  for (const name of ['secret.key', 'postgres/passwords.json']) {
    expect(fileIn('without-secrets', name)).not.toBe(fileIn('data', name));
  }
});

test('without a passphrase, the command names both ways to treat the secrets', async () => {
  const script = fileURLToPath(new URL('../../cli/backup.ts', import.meta.url));
  const env = { PATH: process.env['PATH'], QUARRY_DATA_DIR: join(root, 'data') };
  const run = promisify(execFile)(process.execPath, [script, join(root, 'refused.tar')], { env, cwd: root });
  await expect(run).rejects.toThrow(/Set QUARRY_BACKUP_PASSPHRASE.*or add --without-secrets/);
  expect(existsSync(join(root, 'refused.tar'))).toBe(false);
});

test('an interrupted restore blocks the folder until it is repeated', async () => {
  const target = join(root, 'cut-off');
  mkdirSync(join(target, RESTORE_FOLDER, 'clickhouse'), { recursive: true });
  mkdirSync(join(target, 'postgres'), { recursive: true });
  expect(() => openDataFolder(target)).toThrow('A backup is being restored');
  await restore(configOf(target), file(), unsealing);
  expect(existsSync(join(target, RESTORE_FOLDER))).toBe(false);
  openDataFolder(target).release();
});
