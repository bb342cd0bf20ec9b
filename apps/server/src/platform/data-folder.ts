import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { closeFolder } from '@quarry/postgres';
import { z } from 'zod';

const holderSchema = z.object({
  pid: z.number().int(),
  startTime: z.string().nullable(),
  since: z.string(),
  runsJobs: z.boolean().default(false),
});

/** A backup is unpacked here inside the data folder. While it exists, the data folder is incomplete. */
export const RESTORE_FOLDER = '.arriving';

/** The data folder is in use; the message says by which process. */
export class DataFolderInUseError extends Error {}

/** An open data folder, held by one process at a time. */
export interface DataFolder {
  readonly path: string;
  readonly clickhousePath: string;
  readonly postgresPath: string;
  readonly filesPath: string;
  /** For temporary files: empty when the folder is opened, so what a crash left behind goes. */
  readonly scratchPath: string;
  /** Releases the lock. A second call does nothing. */
  release(): void;
}

export const postgresPathOf = (dataDir: string): string => join(dataDir, 'postgres');
export const filesPathOf = (dataDir: string): string => join(dataDir, 'files');
export const scratchPathOf = (dataDir: string): string => join(dataDir, 'scratch');

/** Makes a folder for temporary files. The caller removes it; after a crash, the next start does. */
export async function makeScratchFolder(dataDir: string, prefix: string): Promise<string> {
  const root = scratchPathOf(dataDir);
  await mkdir(root, { recursive: true });
  return mkdtemp(join(root, prefix));
}

/** Makes every file and folder that this process creates private to its user, those of the engine included. */
export const closeNewFiles = (): void => void process.umask(0o077);

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * Start time of a process in kernel ticks (field 22 of /proc/<pid>/stat), which tells a reused pid from the old
 * holder. Null without /proc, and for a zombie.
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

function readLock(lockPath: string): string | null {
  try {
    return readFileSync(lockPath, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** The lock's holder; null if its process is gone or the lock is unreadable. */
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
 * Removes a stale lock. Another process may have replaced it already, so the lock is moved aside, compared, and put back
 * if it is not the stale one.
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

/** Creates the lock unless it exists. It appears with its content, so nobody mistakes it for an unreadable one. */
function placeLock(lockPath: string, text: string): boolean {
  const prepared = `${lockPath}.new-${process.pid}`;
  try {
    writeFileSync(prepared, text);
    linkSync(prepared, lockPath);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(prepared, { force: true });
  }
}

/** Creates the folder unless it exists, closed to every other user; one that an earlier version left open is closed. */
export function makeDataFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  closeFolder(path, join(path, 'postgres', 'cluster'));
}

/** The user of the embedded PostgreSQL may pass through the folder, so what is in it is closed as well. */
function closeContent(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const entryPath = join(path, entry.name);
    if (entry.name === 'postgres' || lstatSync(entryPath).uid !== process.getuid?.()) continue;
    if (entry.isDirectory()) chmodSync(entryPath, 0o700);
    else if (entry.isFile()) chmodSync(entryPath, 0o600);
  }
}

/** True if a living process holds the folder and runs the jobs of its queue. */
export function isHeldByJobRunner(path: string): boolean {
  return livingHolder(readLock(lockPathOf(path)) ?? '')?.runsJobs === true;
}

const lockPathOf = (path: string): string => join(path, 'quarry.lock');

/**
 * Locks the folder, creating it if needed and taking over a dead process's lock. `runsJobs` tells others that this
 * process takes their jobs. Throws `DataFolderInUseError`.
 */
export function openDataFolder(
  path: string,
  { runsJobs }: { readonly runsJobs: boolean } = { runsJobs: false },
): DataFolder {
  makeDataFolder(path);
  if (existsSync(join(path, RESTORE_FOLDER))) {
    throw new DataFolderInUseError(
      `A backup is being restored into the data folder ${path}, or a restore was interrupted. Wait for it to finish, or restore again.`,
    );
  }
  const lockPath = lockPathOf(path);
  const ownLock = JSON.stringify({
    pid: process.pid,
    startTime: processStartTime(process.pid),
    since: new Date().toISOString(),
    runsJobs,
  });
  for (let attempt = 0; !placeLock(lockPath, ownLock); attempt++) {
    if (attempt >= 5) throw new DataFolderInUseError(`Cannot lock the data folder ${path}.`);
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
    postgresPath: postgresPathOf(path),
    filesPath: filesPathOf(path),
    scratchPath: scratchPathOf(path),
    release() {
      if (!isHeld) return;
      isHeld = false;
      if (readLock(lockPath) === ownLock) rmSync(lockPath, { force: true });
    },
  };
  mkdirSync(folder.clickhousePath, { recursive: true });
  mkdirSync(folder.filesPath, { recursive: true });
  rmSync(folder.scratchPath, { recursive: true, force: true });
  mkdirSync(folder.scratchPath);
  closeContent(path);
  return folder;
}
