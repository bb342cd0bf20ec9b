import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { makeFolderFor, type ServerFolder } from './folder.ts';
import type { Passwords } from './passwords.ts';

/** The major version of the server that comes with Quarry. */
const MAJOR_VERSION = '18';

/**
 * Makes the database cluster unless there is one. It is made beside its place and moved there when it is complete, so
 * that a crash in between leaves nothing that looks like a database. Throws when the one that is there is of another
 * major version.
 */
export function prepareCluster(folder: ServerFolder, binaries: Binaries, passwords: Passwords): void {
  if (existsSync(folder.cluster)) {
    const version = readFileSync(join(folder.cluster, 'PG_VERSION'), 'utf8').trim();
    if (version === MAJOR_VERSION) return;
    throw new Error(
      `The database in ${folder.cluster} was made by PostgreSQL ${version}, and this Quarry brings version ${MAJOR_VERSION}. ` +
        'Make a backup with the Quarry that made it, and restore that into a new data folder.',
    );
  }
  // A name of its own each time: after a kill, the old initdb may still be writing to the one before.
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
    const made = spawnSync(
      binaries.initdb,
      [
        `--pgdata=${unfinished}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Sorting that depends on no library of the machine: an upgrade of it can't corrupt an index.
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
    if (made.error !== undefined) throw made.error;
    if (made.status !== 0) throw new Error(`The database could not be made in ${folder.path}: ${made.stderr.trim()}`);
    renameSync(unfinished, folder.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
