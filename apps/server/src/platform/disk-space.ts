import { statfsSync } from 'node:fs';
import { WarehouseError } from '@quarry/clickhouse';
import { AppError } from '@quarry/contracts';
import { sqlState } from '@quarry/postgres';
import type { Config } from './config.ts';
import type { Problems } from './problems.ts';
import { type PeriodicTask, startPeriodicTask } from './work/periodic-task.ts';

const FULL_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT']);
/** What the engines write into messages of errors with other codes. */
const FULL_MESSAGE = /No space left on device|Disk quota exceeded/i;
/** DISK_FULL of PostgreSQL. */
const DISK_FULL = '53100';
/** NOT_ENOUGH_SPACE of ClickHouse. */
const NOT_ENOUGH_SPACE = 243;

/** True if a store or a file could not be written because its disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (sqlState(error) === DISK_FULL) return true;
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if ('code' in current && FULL_CODES.has(current.code)) return true;
    if (current instanceof WarehouseError && current.clickhouseCode === NOT_ENOUGH_SPACE) return true;
    if (FULL_MESSAGE.test(current.message)) return true;
  }
  return false;
}

const DISK_FULL_REASON = 'DISK_FULL';

/** For callers whose work failed on a full disk. */
export const diskFull = (): AppError =>
  new AppError(
    'UNAVAILABLE',
    'The disk of this installation is full. Please try again later, and tell whoever runs it.',
    { reason: DISK_FULL_REASON },
  );

/** True if work failed, or was not begun, for lack of disk space. */
export const lacksDiskSpace = (error: unknown): boolean =>
  isDiskFull(error) || (error instanceof AppError && error.context.reason === DISK_FULL_REASON);

type DiskConfig = Pick<Config, 'dataDir' | 'minFreeDiskBytes'>;

/** Free bytes of the data folder's disk. */
export function freeBytes({ dataDir }: DiskConfig): number {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize;
}

/** True if the data folder's disk has the space that is kept in reserve. */
export const hasReserve = (config: DiskConfig): boolean => freeBytes(config) >= config.minFreeDiskBytes;

/** Throws an `AppError` unless the data folder's disk has room for work that writes `bytes` beyond the reserve. */
export async function assertRoomFor(config: DiskConfig, bytes = 0): Promise<void> {
  if (freeBytes(config) >= config.minFreeDiskBytes + bytes) return;
  throw new AppError(
    'UNAVAILABLE',
    'The disk of this installation is nearly full. Please try again later, and tell whoever runs it.',
    { reason: DISK_FULL_REASON },
  );
}

const POLL_MS = 5_000;
/** The problem ends only with this much more than the reserve, so that it does not come and go. */
const ENOUGH = 1.1;

/** Reports a problem while the data folder's disk has less space than the reserve. */
export function watchDiskSpace(
  config: DiskConfig,
  problems: Problems,
  onError: (error: unknown) => void,
): PeriodicTask {
  const { dataDir, minFreeDiskBytes } = config;
  const megabytes = Math.round(minFreeDiskBytes / 1024 / 1024);
  const task = startPeriodicTask({
    everyMs: POLL_MS,
    async run() {
      const free = freeBytes(config);
      if (free < minFreeDiskBytes) {
        problems.report(
          'disk',
          `The disk of the data folder ${dataDir} has less than ${megabytes} MB left. Builds, imports and exports wait until there is more: free some space or enlarge the disk.`,
        );
      } else if (free >= minFreeDiskBytes * ENOUGH) problems.settle('disk');
    },
    onError,
  });
  task.runNow();
  return task;
}
