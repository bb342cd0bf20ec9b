import { WarehouseError } from '@quarry/clickhouse';
import { sqlState } from '@quarry/postgres';

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
