import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { startEmbeddedPostgres } from '@quarry/postgres';
import type { Logger } from 'pino';
import type { Config } from '#server/platform/config.ts';
import { openDataFolder } from '#server/platform/data-folder.ts';

/** A backup that can't be made or brought back; the message says why and what to do. */
export class BackupError extends Error {}

/** What stays out: the lock is the running process's own, and parts are unfinished. */
const EXCLUDED = ['./quarry.lock', './quarry.lock.*'];

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
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: folder.postgresPath, log });
    await postgres.stop();
    if (!postgres.dataDir.startsWith(`${folder.path}${sep}`)) {
      throw new BackupError(
        `PostgreSQL keeps its data in ${postgres.dataDir}, because its user can not enter ${folder.path}. Move the data folder to where other users may pass, or back that folder up as well.`,
      );
    }
    mkdirSync(dirname(path), { recursive: true });
    await run('tar', [
      '--numeric-owner',
      ...EXCLUDED.map((pattern) => `--exclude=${pattern}`),
      '-C',
      folder.path,
      '-cf',
      part,
      '.',
    ]);
    renameSync(part, path);
    return { path, bytes: statSync(path).size };
  } finally {
    rmSync(part, { force: true });
    folder.release();
  }
}

/**
 * Brings a backup into an empty or absent data folder. It appears there whole or not at all. Throws `BackupError`.
 */
export async function restore(config: Config, source: string): Promise<void> {
  const path = resolve(source);
  if (!existsSync(path)) throw new BackupError(`There is no backup at ${path}.`);
  if (existsSync(config.dataDir) && readdirSync(config.dataDir).length > 0) {
    throw new BackupError(
      `The data folder ${config.dataDir} is not empty. Move it away first, or choose another with QUARRY_DATA_DIR.`,
    );
  }
  const parent = dirname(config.dataDir);
  mkdirSync(parent, { recursive: true });
  const arriving = join(parent, `.${basename(config.dataDir)}.arriving-${process.pid}`);
  rmSync(arriving, { recursive: true, force: true });
  mkdirSync(arriving);
  try {
    await run('tar', ['--numeric-owner', '-C', arriving, '-xpf', path]);
    for (const expected of ['clickhouse', 'postgres']) {
      if (!existsSync(join(arriving, expected)))
        throw new BackupError(`${path} is not a backup of Quarry: it has no ${expected} folder.`);
    }
    rmSync(config.dataDir, { recursive: true, force: true });
    renameSync(arriving, config.dataDir);
  } finally {
    rmSync(arriving, { recursive: true, force: true });
  }
}
