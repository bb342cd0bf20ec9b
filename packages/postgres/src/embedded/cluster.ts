import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { makeFolderFor, type ServerFolder } from './folder.ts';
import type { Passwords } from './passwords.ts';

/** Major version of the bundled server. */
const MAJOR_VERSION = '18';

/**
 * Creates the database cluster unless it exists. It is built beside its final path and renamed when complete, so a crash
 * leaves nothing that looks like a database. Throws if the existing one has another major version.
 */
export function prepareCluster(folder: ServerFolder, binaries: Binaries, passwords: Passwords): void {
  if (existsSync(folder.cluster)) {
    const version = readFileSync(join(folder.cluster, 'PG_VERSION'), 'utf8').trim();
    if (version === MAJOR_VERSION) return;
    throw new Error(
      `The database in ${folder.cluster} was created by PostgreSQL ${version}, but this Quarry includes version ${MAJOR_VERSION}. ` +
        'Make a backup with the Quarry that created it, and restore it into a new data folder.',
    );
  }
  // A new name each time: after a kill, the old initdb may still be writing to its folder.
  for (const name of readdirSync(folder.path).filter((entry) => entry.startsWith('cluster.unfinished'))) {
    rmSync(join(folder.path, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  const unfinished = `${folder.cluster}.unfinished-${randomBytes(4).toString('hex')}`;
  makeFolderFor(folder.account, unfinished);
  const passwordFile = join(folder.path, 'initdb-password');
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, passwords.superuser, { mode: 0o600, flag: 'wx' });
  if (folder.account.ids !== null) chownSync(passwordFile, folder.account.ids.uid, folder.account.ids.gid);
  try {
    const result = spawnSync(
      binaries.initdb,
      [
        `--pgdata=${unfinished}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Sorts independently of system libraries, whose upgrades could corrupt an index.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      {
        ...folder.account.ids,
        cwd: '/',
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC', LC_ALL: 'C' },
      },
    );
    if (result.error !== undefined) throw result.error;
    if (result.status !== 0) throw new Error(`Cannot create the database in ${folder.path}: ${result.stderr.trim()}`);
    renameSync(unfinished, folder.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
