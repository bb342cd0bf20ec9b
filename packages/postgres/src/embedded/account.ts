import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The operating-system account under which the server runs. Null fields mean: the one that runs Quarry. */
export interface Account {
  readonly name: string;
  readonly ids: { readonly uid: number; readonly gid: number } | null;
}

const idOf = (flag: '-u' | '-g', name: string): number =>
  Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));

function accountNamed(name: string): Account | null {
  try {
    return { name, ids: { uid: idOf('-u', name), gid: idOf('-g', name) } };
  } catch (error) {
    // `id` answers 1 for a name that does not exist; anything else is a fault of the machine.
    if (error instanceof Error && 'status' in error && error.status === 1) return null;
    throw error;
  }
}

/** The unprivileged account for a server that root starts: `postgres` where there is one, else `nobody`. */
function unprivilegedAccount(): Account {
  const found = accountNamed('postgres') ?? accountNamed('nobody');
  if (found === null)
    throw new Error(
      'Quarry was started as root, but this machine has neither a user "postgres" nor "nobody" to run the database server.',
    );
  return found;
}

/**
 * Chooses who runs the server. PostgreSQL refuses root, so root lends it an unprivileged account: the owner of the
 * cluster where there is one already. Throws when the cluster belongs to somebody whom this process can't become.
 */
export function chooseAccount(clusterDir: string): Account {
  const me = process.getuid?.() ?? -1;
  const cluster = statSync(clusterDir, { throwIfNoEntry: false });
  if (me !== 0) {
    if (cluster !== undefined && me >= 0 && cluster.uid !== me) {
      throw new Error(
        `The database in ${clusterDir} belongs to another user (uid ${cluster.uid}), because Quarry was started by that user or by root before. ` +
          'Start Quarry as that user again, or give the folder to yourself with chown -R.',
      );
    }
    return { name: 'the current user', ids: null };
  }
  if (cluster !== undefined && cluster.uid !== 0) {
    const usual = unprivilegedAccount();
    const isUsual = usual.ids?.uid === cluster.uid;
    return { name: isUsual ? usual.name : `uid ${cluster.uid}`, ids: { uid: cluster.uid, gid: cluster.gid } };
  }
  return unprivilegedAccount();
}

/** Whether the account may enter the folder, by every step of its path. Asked of the system, so that ACLs count too. */
export function canEnter(account: Account, folder: string): boolean {
  return asks(account, 'cd "$1"', folder);
}

/** Whether the account may run the file. */
export function canExecute(account: Account, file: string): boolean {
  return asks(account, 'test -x "$1" && test -r "$1"', file);
}

function asks(account: Account, question: string, path: string): boolean {
  if (account.ids === null) return true;
  const answer = spawnSync('/bin/sh', ['-c', question, 'sh', path], { ...account.ids, cwd: '/', stdio: 'ignore' });
  if (answer.error !== undefined) throw answer.error;
  return answer.status === 0;
}
