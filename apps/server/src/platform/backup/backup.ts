import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { startEmbeddedPostgres } from '@quarry/postgres';
import type { Logger } from 'pino';
import type { Config } from '#server/platform/config.ts';
import { openDataFolder, RESTORE_FOLDER } from '#server/platform/data-folder.ts';

/** A backup or restore that cannot be done; the message says why and what to do. */
export class BackupError extends Error {}

const EXCLUDED = ['./quarry.lock', './quarry.lock.*'];
/** The last file of a backup: if it is missing, the backup is incomplete. */
const END_MARKER = 'quarry-backup.json';

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((settle, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-2000);
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? settle() : reject(new BackupError(`${command} exited with ${code}: ${errors.trim()}`)),
    );
  });
}

function refuseExternalStores(config: Config): void {
  const external = [
    ...(config.databaseUrl === null ? [] : ['PostgreSQL (DATABASE_URL): use pg_dump or your provider’s snapshots']),
    ...(config.clickhouse === null ? [] : ['ClickHouse (CLICKHOUSE_URL): use BACKUP … ON CLUSTER']),
    ...(config.s3 === null ? [] : ['files (S3_BUCKET): use the store’s versioning or replication']),
  ];
  if (external.length > 0) {
    throw new BackupError(
      `Some of Quarry's data is on external servers; back it up with their own tools: ${external.join('; ')}.`,
    );
  }
}

/**
 * Writes the data folder to one tar file. The server must be stopped, which the folder's lock proves. PostgreSQL is
 * started and stopped once, so the backup is already recovered from any crash. Throws `BackupError` or
 * `DataFolderInUseError`.
 */
export async function backup(config: Config, target: string, log: Logger): Promise<{ path: string; bytes: number }> {
  refuseExternalStores(config);
  if (!existsSync(config.dataDir)) throw new BackupError(`There is no data folder at ${config.dataDir}.`);
  const path = resolve(target);
  if (existsSync(path)) throw new BackupError(`${path} already exists. Choose another file.`);
  const folder = openDataFolder(config.dataDir);
  const part = `${path}.part`;
  const labels = mkdtempSync(join(tmpdir(), 'quarry-backup-'));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: folder.postgresPath, log });
    await postgres.stop();
    if (!postgres.dataDir.startsWith(`${folder.path}${sep}`)) {
      throw new BackupError(
        `PostgreSQL keeps its data in ${postgres.dataDir}, because its user cannot enter ${folder.path}. Move the data folder to a path that other users can enter, or back up that folder as well.`,
      );
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(join(labels, END_MARKER), JSON.stringify({ format: 1, madeAt: new Date().toISOString() }));
    await run('tar', [
      '--numeric-owner',
      ...EXCLUDED.map((pattern) => `--exclude=${pattern}`),
      '-C',
      folder.path,
      '-cf',
      part,
      '.',
      '-C',
      labels,
      END_MARKER,
    ]);
    renameSync(part, path);
    return { path, bytes: statSync(path).size };
  } finally {
    rmSync(part, { force: true });
    rmSync(labels, { recursive: true, force: true });
    folder.release();
  }
}

/** Created by the file system if the data folder is a mount point. */
const NOT_OURS = new Set(['lost+found']);

/**
 * Restores a backup into an empty or missing data folder. Nothing else can open the folder until the restore is
 * complete; an interrupted one starts over when repeated. Throws `BackupError`.
 */
export async function restore(config: Config, source: string): Promise<void> {
  const path = resolve(source);
  if (!existsSync(path)) throw new BackupError(`There is no backup at ${path}.`);
  const { dataDir } = config;
  mkdirSync(dataDir, { recursive: true });
  const existing = readdirSync(dataDir).filter((name) => !NOT_OURS.has(name));
  if (existing.length > 0 && !existing.includes(RESTORE_FOLDER)) {
    throw new BackupError(
      `The data folder ${dataDir} is not empty. Move it away first, or choose another with QUARRY_DATA_DIR.`,
    );
  }
  const incoming = join(dataDir, RESTORE_FOLDER);
  const clear = () => {
    // Removed last: it marks the folder as incomplete.
    for (const name of readdirSync(dataDir)) {
      if (name !== RESTORE_FOLDER && !NOT_OURS.has(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
    }
    rmSync(incoming, { recursive: true, force: true });
  };
  clear();
  mkdirSync(incoming);
  try {
    await run('tar', ['--numeric-owner', '-C', incoming, '-xpf', path]);
    if (!existsSync(join(incoming, END_MARKER))) {
      throw new BackupError(`${path} is not a complete Quarry backup.`);
    }
    rmSync(join(incoming, END_MARKER));
    for (const name of readdirSync(incoming)) renameSync(join(incoming, name), join(dataDir, name));
    rmdirSync(incoming);
  } catch (error) {
    clear();
    throw error;
  }
}
