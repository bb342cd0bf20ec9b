import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { type Account, canEnter, chooseAccount, closeFolder } from './account.ts';

/** Used if the server's account can't enter the data folder. */
const FALLBACK_ROOT = '/var/lib/quarry';

/** The folder of one embedded server, and the account that runs it. */
export interface ServerFolder {
  readonly path: string;
  /** PGDATA. */
  readonly cluster: string;
  readonly account: Account;
}

function open(path: string): ServerFolder {
  mkdirSync(path, { recursive: true });
  const cluster = join(path, 'cluster');
  const account = chooseAccount(cluster);
  closeFolder(path, cluster);
  return { path, cluster, account };
}

/**
 * Opens `dataDir`. If Quarry runs as root and the server's unprivileged account can't enter it, opens a folder below
 * /var/lib/quarry instead and logs a warning. An existing database is found in either.
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
      `The database in ${dataDir} can no longer be entered by ${here.account.name}, who runs its server because Quarry was started as root. ` +
        'Allow others to enter the folders on its path (chmod o+x).',
    );
  }
  if (isReachable && (hasDatabaseHere || !existsSync(join(fallback, 'cluster')))) return here;
  mkdirSync(fallbackRoot, { recursive: true });
  // Holds only folders that are closed themselves.
  chmodSync(fallbackRoot, 0o711);
  const there = open(fallback);
  if (!canEnter(there.account, fallback)) {
    throw new Error(
      `Neither ${dataDir} nor ${fallback} can be entered by ${there.account.name}, who runs the database server because Quarry was started as root.`,
    );
  }
  log.warn(
    { folder: fallback },
    `The folder ${dataDir} cannot be entered by the user "${there.account.name}", who runs the database server because Quarry was started as root, so the database is kept in ${fallback} instead.`,
  );
  return there;
}

/** Creates a folder that only the account can access. */
export function makeFolderFor(account: Account, path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account.ids !== null) chownSync(path, account.ids.uid, account.ids.gid);
}
