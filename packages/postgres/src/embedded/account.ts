import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, statSync } from 'node:fs';

/** The operating-system account that runs the server. `ids` is null for the account that runs Quarry. */
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
    // `id` exits with 1 if the name does not exist; anything else is a real failure.
    if (error instanceof Error && 'status' in error && error.status === 1) return null;
    throw error;
  }
}

const findUnprivileged = (): Account | null => accountNamed('postgres') ?? accountNamed('nobody');

function unprivilegedAccount(): Account {
  const found = findUnprivileged();
  if (found === null)
    throw new Error(
      'Quarry was started as root, but this machine has no user "postgres" or "nobody" to run the database server.',
    );
  return found;
}

/**
 * Chooses the account that runs the server. PostgreSQL refuses root, so as root it is an unprivileged account, or the
 * owner of an existing cluster. Throws if the cluster belongs to another user.
 */
export function chooseAccount(clusterDir: string): Account {
  const me = process.getuid?.() ?? -1;
  const cluster = statSync(clusterDir, { throwIfNoEntry: false });
  if (me !== 0) {
    if (cluster !== undefined && me >= 0 && cluster.uid !== me) {
      throw new Error(
        `The database in ${clusterDir} belongs to another user (uid ${cluster.uid}), because that user or root started Quarry before. ` +
          'Start Quarry as that user, or take over the folder with chown -R.',
      );
    }
    return { name: 'the current user', ids: null };
  }
  if (cluster !== undefined && cluster.uid !== 0) {
    const account = unprivilegedAccount();
    const isOwner = account.ids?.uid === cluster.uid;
    return { name: isOwner ? account.name : `uid ${cluster.uid}`, ids: { uid: cluster.uid, gid: cluster.gid } };
  }
  return unprivilegedAccount();
}

/** The group of the account that runs the server, if that is not the account that runs Quarry. */
function serverGroup(clusterDir: string): number | null {
  if (process.getuid?.() !== 0) return null;
  const cluster = statSync(clusterDir, { throwIfNoEntry: false });
  return cluster !== undefined && cluster.uid !== 0 ? cluster.gid : (findUnprivileged()?.ids?.gid ?? null);
}

/**
 * Closes a folder to every other user, whatever its mode was. The account that runs the server of `clusterDir` may
 * still pass through, but not list or change it.
 */
export function closeFolder(path: string, clusterDir: string): void {
  const group = serverGroup(clusterDir);
  if (group !== null) chownSync(path, 0, group);
  chmodSync(path, group === null ? 0o700 : 0o710);
}

/** Tests every step of the path. Asks the system, so that ACLs count too. */
export function canEnter(account: Account, folder: string): boolean {
  return succeeds(account, 'cd "$1"', folder);
}

export function canExecute(account: Account, file: string): boolean {
  return succeeds(account, 'test -x "$1" && test -r "$1"', file);
}

function succeeds(account: Account, script: string, path: string): boolean {
  if (account.ids === null) return true;
  const result = spawnSync('/bin/sh', ['-c', script, 'sh', path], { ...account.ids, cwd: '/', stdio: 'ignore' });
  if (result.error !== undefined) throw result.error;
  return result.status === 0;
}
