import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { type Account, canEnter, chooseAccount } from './account.ts';

/** Where the data goes when the chosen folder can't be entered by the server's account. */
const FALLBACK_ROOT = '/var/lib/quarry';

/** Where everything of one embedded server lies, and who runs it. */
export interface ServerFolder {
  readonly path: string;
  /** PGDATA. */
  readonly cluster: string;
  readonly account: Account;
}

function open(path: string): ServerFolder {
  mkdirSync(path, { recursive: true, mode: 0o755 });
  const cluster = join(path, 'cluster');
  return { path, cluster, account: chooseAccount(cluster) };
}

/**
 * Opens `dataDir`, or, when Quarry runs as root and the server's unprivileged account can't enter that folder, a folder
 * of its own below /var/lib/quarry, and says so. A database that was begun in one of the two is found there again.
 */
export function openServerFolder(dataDir: string, log: Log, fallbackRoot: string = FALLBACK_ROOT): ServerFolder {
  const here = open(dataDir);
  if (here.account.ids === null) return here;
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12);
  const fallback = join(fallbackRoot, `postgres-${name}`);
  const isReachable = canEnter(here.account, dataDir);
  const hasDatabaseHere = existsSync(here.cluster);
  if (hasDatabaseHere && !isReachable) {
    throw new Error(
      `The database in ${dataDir} can't be entered any more by ${here.account.name}, who runs its server because Quarry was started as root. ` +
        'Give the folders on its path the permission to enter (chmod o+x).',
    );
  }
  if (isReachable && (hasDatabaseHere || !existsSync(join(fallback, 'cluster')))) return here;
  const there = open(fallback);
  if (!canEnter(there.account, fallback)) {
    throw new Error(
      `Neither ${dataDir} nor ${fallback} can be entered by ${there.account.name}, who runs the database server because Quarry was started as root.`,
    );
  }
  log.warn(
    { folder: fallback },
    `The folder ${dataDir} can't be entered by the user "${there.account.name}", who runs the database server because Quarry was started as root, so the database is kept in ${fallback} instead.`,
  );
  return there;
}

/** Creates a folder that only the server's account may use. */
export function makeFolderFor(account: Account, path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account.ids !== null) chownSync(path, account.ids.uid, account.ids.gid);
}
