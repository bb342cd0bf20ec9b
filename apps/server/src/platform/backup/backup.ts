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
import { ARRIVING, openDataFolder } from '#server/platform/data-folder.ts';

/** A backup that can't be made or brought back; the message says why and what to do. */
export class BackupError extends Error {}

/** What stays out: the lock is the running process's own, and parts are unfinished. */
const EXCLUDED = ['./quarry.lock', './quarry.lock.*'];
/** The last file of a backup: where it is missing, the end is missing. */
const LAST = 'quarry-backup.json';

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((settle, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2000);
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? settle() : reject(new BackupError(`${command} ended with ${code}: ${complaint.trim()}`)),
    );
  });
}

function refuseOwnServers(config: Config): void {
  const outside = [
    ...(config.databaseUrl === null ? [] : ['PostgreSQL (DATABASE_URL): use pg_dump or your provider’s snapshots']),
    ...(config.clickhouse === null ? [] : ['ClickHouse (CLICKHOUSE_URL): use BACKUP … ON CLUSTER']),
    ...(config.s3 === null ? [] : ['files (S3_BUCKET): use the store’s versioning or replication']),
  ];
  if (outside.length > 0) {
    throw new BackupError(
      `Some of what Quarry keeps is on servers of your own, which have tools of their own: ${outside.join('; ')}.`,
    );
  }
}

/**
 * Writes everything in the data folder to one tar file. The server must be stopped: holding the folder's lock proves
 * it, and PostgreSQL is started and stopped once, so that a crash before the backup is already repaired in it.
 * Throws `BackupError` or `DataFolderInUseError`.
 */
export async function backup(config: Config, target: string, log: Logger): Promise<{ path: string; bytes: number }> {
  refuseOwnServers(config);
  if (!existsSync(config.dataDir)) throw new BackupError(`There is no data folder at ${config.dataDir}.`);
  const path = resolve(target);
  if (existsSync(path)) throw new BackupError(`${path} exists already. Choose another file.`);
  const folder = openDataFolder(config.dataDir);
  const part = `${path}.part`;
  const labels = mkdtempSync(join(tmpdir(), 'quarry-backup-'));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: folder.postgresPath, log });
    await postgres.stop();
    if (!postgres.dataDir.startsWith(`${folder.path}${sep}`)) {
      throw new BackupError(
        `PostgreSQL keeps its data in ${postgres.dataDir}, because its user can not enter ${folder.path}. Move the data folder to where other users may pass, or back that folder up as well.`,
      );
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(join(labels, LAST), JSON.stringify({ format: 1, madeAt: new Date().toISOString() }));
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
      LAST,
    ]);
    renameSync(part, path);
    return { path, bytes: statSync(path).size };
  } finally {
    rmSync(part, { force: true });
    rmSync(labels, { recursive: true, force: true });
    folder.release();
  }
}

/** What a file system may keep in a folder that is a disk of its own. */
const NOT_OURS = new Set(['lost+found']);

/**
 * Brings a backup into an empty or absent data folder. The folder may be a disk of its own. Until all of it is there,
 * nothing else opens the folder; a restore that was cut off begins anew when it is repeated. Throws `BackupError`.
 */
export async function restore(config: Config, source: string): Promise<void> {
  const path = resolve(source);
  if (!existsSync(path)) throw new BackupError(`There is no backup at ${path}.`);
  const { dataDir } = config;
  mkdirSync(dataDir, { recursive: true });
  const found = readdirSync(dataDir).filter((name) => !NOT_OURS.has(name));
  if (found.length > 0 && !found.includes(ARRIVING)) {
    throw new BackupError(
      `The data folder ${dataDir} is not empty. Move it away first, or choose another with QUARRY_DATA_DIR.`,
    );
  }
  const arriving = join(dataDir, ARRIVING);
  const clear = () => {
    // The mark that the folder is not whole goes last.
    for (const name of readdirSync(dataDir)) {
      if (name !== ARRIVING && !NOT_OURS.has(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
    }
    rmSync(arriving, { recursive: true, force: true });
  };
  clear();
  mkdirSync(arriving);
  try {
    await run('tar', ['--numeric-owner', '-C', arriving, '-xpf', path]);
    if (!existsSync(join(arriving, LAST))) {
      throw new BackupError(`${path} is not a backup of Quarry, or its end is missing.`);
    }
    rmSync(join(arriving, LAST));
    for (const name of readdirSync(arriving)) renameSync(join(arriving, name), join(dataDir, name));
    rmdirSync(arriving);
  } catch (error) {
    clear();
    throw error;
  }
}
