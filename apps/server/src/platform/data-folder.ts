import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const holderSchema = z.object({ pid: z.number().int(), startTime: z.string().nullable(), since: z.string() });

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

/**
 * Start time of a process in kernel ticks (field 22 of /proc/<pid>/stat), which tells a reused pid from the old
 * holder; null where the system has no /proc.
 */
function processStartTime(pid: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function readHolder(lockPath: string): z.infer<typeof holderSchema> | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(lockPath, 'utf8')));
  } catch {
    // A lock that can't be read was left by a crash in the middle of writing it: nobody holds it.
    return null;
  }
}

/** Creates the folder if needed and takes its lock; a lock whose holder is gone is taken over. Throws `DataFolderInUseError`. */
export function openDataFolder(path: string): DataFolder {
  mkdirSync(path, { recursive: true });
  // The embedded Postgres may run as another user, who has to be able to enter.
  chmodSync(path, 0o755);
  const lockPath = join(path, 'quarry.lock');
  const mine = JSON.stringify({
    pid: process.pid,
    startTime: processStartTime(process.pid),
    since: new Date().toISOString(),
  });
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(lockPath, mine, { flag: 'wx' });
      break;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = readHolder(lockPath);
    if (holder !== null && isAlive(holder.pid) && processStartTime(holder.pid) === holder.startTime) {
      throw new DataFolderInUseError(
        `The data folder ${path} is in use by process ${holder.pid} (since ${holder.since}). Stop that process first, or choose another folder with QUARRY_DATA_DIR.`,
      );
    }
    if (attempt >= 5) throw new DataFolderInUseError(`The lock of the data folder ${path} could not be taken.`);
    // Renaming first makes sure that of two processes that see the same stale lock only one removes it.
    const stale = `${lockPath}.stale-${process.pid}-${attempt}`;
    try {
      renameSync(lockPath, stale);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
    rmSync(stale, { force: true });
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
      rmSync(lockPath, { force: true });
    },
  };
  mkdirSync(folder.clickhousePath, { recursive: true });
  mkdirSync(folder.filesPath, { recursive: true });
  return folder;
}
