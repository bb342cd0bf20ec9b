import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const holderSchema = z.object({ pid: z.number().int(), startTime: z.string().nullable(), since: z.string() });

/** Where a backup arrives inside its data folder; while this is there, what else is there is not whole. */
export const ARRIVING = '.arriving';

/** The data folder is in use by another process; the message says by which. */
export class DataFolderInUseError extends Error {}

/** An open data folder. Only one process holds it at a time. */
export interface DataFolder {
  readonly path: string;
  readonly clickhousePath: string;
  readonly postgresPath: string;
  readonly filesPath: string;
  /** Gives the folder back; calling it again does nothing. */
  release(): void;
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * Start time of a process in kernel ticks (field 22 of /proc/<pid>/stat), which tells a reused pid from the old
 * holder; null where the system has no /proc, and for a process that is dead and only waits to be collected.
 */
function processStartTime(pid: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? null : (fields[19] ?? null);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** The text of a lock; null when there is none. */
function readLock(lockPath: string): string | null {
  try {
    return readFileSync(lockPath, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Who holds the lock; null when its process is gone, or when it is not the text of a lock. */
function livingHolder(lock: string): z.infer<typeof holderSchema> | null {
  let holder: z.infer<typeof holderSchema>;
  try {
    holder = holderSchema.parse(JSON.parse(lock));
  } catch {
    return null;
  }
  return isAlive(holder.pid) && processStartTime(holder.pid) === holder.startTime ? holder : null;
}

/**
 * Removes a lock that nobody holds. Another process may see the same one and already have put its own in its place:
 * what is moved away is looked at again, and put back if it is not the stale one.
 */
function removeStaleLock(lockPath: string, stale: string): void {
  const aside = `${lockPath}.stale-${process.pid}`;
  try {
    renameSync(lockPath, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  try {
    if (readLock(aside) !== stale) linkSync(aside, lockPath);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Takes the lock unless there is one already. It appears with its text, so that nobody takes it for an unreadable one. */
function placeLock(lockPath: string, text: string): boolean {
  const prepared = `${lockPath}.new-${process.pid}`;
  writeFileSync(prepared, text);
  try {
    linkSync(prepared, lockPath);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(prepared, { force: true });
  }
}

/** Creates the folder if needed and takes its lock; a lock whose holder is gone is taken over. Throws `DataFolderInUseError`. */
export function openDataFolder(path: string): DataFolder {
  mkdirSync(path, { recursive: true });
  // The embedded Postgres may run as another user, who has to be able to enter.
  chmodSync(path, 0o755);
  if (existsSync(join(path, ARRIVING))) {
    throw new DataFolderInUseError(
      `A backup is being brought back into the data folder ${path}, or that was cut off. Wait for its end, or restore it again.`,
    );
  }
  const lockPath = join(path, 'quarry.lock');
  const mine = JSON.stringify({
    pid: process.pid,
    startTime: processStartTime(process.pid),
    since: new Date().toISOString(),
  });
  for (let attempt = 0; !placeLock(lockPath, mine); attempt++) {
    if (attempt >= 5) throw new DataFolderInUseError(`The lock of the data folder ${path} could not be taken.`);
    const lock = readLock(lockPath);
    if (lock === null) continue;
    const holder = livingHolder(lock);
    if (holder !== null) {
      throw new DataFolderInUseError(
        `The data folder ${path} is in use by process ${holder.pid} (since ${holder.since}). Stop that process first, or choose another folder with QUARRY_DATA_DIR.`,
      );
    }
    removeStaleLock(lockPath, lock);
  }
  let isHeld = true;
  const folder: DataFolder = {
    path,
    clickhousePath: join(path, 'clickhouse'),
    postgresPath: join(path, 'postgres'),
    filesPath: join(path, 'files'),
    release() {
      if (!isHeld) return;
      isHeld = false;
      if (readLock(lockPath) === mine) rmSync(lockPath, { force: true });
    },
  };
  mkdirSync(folder.clickhousePath, { recursive: true });
  mkdirSync(folder.filesPath, { recursive: true });
  return folder;
}
