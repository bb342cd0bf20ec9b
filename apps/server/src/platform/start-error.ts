import { existsSync } from 'node:fs';
import { WarehouseError } from '@quarry/clickhouse';
import { isUnreachable, sqlState } from '@quarry/postgres';
import type { Config } from './config.ts';
import { hasReserve, isDiskFull, lacksDiskSpace } from './disk-space.ts';
import { ForeignStoreError } from './store-identity.ts';

/** Why a process could not start. */
export interface StartError {
  /** Sentences for the operator, without passwords, statements or stacks. */
  readonly message: string;
  /** The cause may pass by itself, so a supervisor should try again. */
  readonly mayPass: boolean;
}

/** Explains why a process could not start. */
export function explainStartError(error: unknown, config: Config): StartError {
  if (error instanceof ForeignStoreError) return { message: error.message, mayPass: false };
  if (isDiskFull(error)) {
    return { message: `The disk is full: ${causesOf(error)} Free some space for ${config.dataDir}.`, mayPass: true };
  }
  if (lacksDiskSpace(error)) {
    return { message: `The disk of ${config.dataDir} is nearly full. Free some space, and try again.`, mayPass: true };
  }
  const message = ofPort(error, config) ?? ofDataFolder(error, config);
  if (message !== null) return { message, mayPass: false };
  const ofStore = ofWarehouse(error, config) ?? ofDatabase(error, config);
  if (ofStore !== null) return ofStore;
  // A database server that cannot write does not always say why it ended.
  return existsSync(config.dataDir) && !hasReserve(config)
    ? { message: `The disk of ${config.dataDir} is nearly full: ${causesOf(error)}`, mayPass: true }
    : { message: causesOf(error), mayPass: false };
}

/** The query builder's wrapper, whose message is the statement with its values. */
const STATEMENT = /^Failed query: /;

/** The messages of an error and its causes. */
export function causesOf(error: unknown): string {
  const messages: string[] = [];
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
    const text = STATEMENT.test(current.message) ? 'A statement of the database failed' : firstLine(current);
    if (!messages.includes(text)) messages.push(text);
    current = current.cause;
  }
  return `${messages.join(': ').replace(/\.$/, '')}.`;
}

function firstLine(error: Error): string {
  // Node reports the failed connections to all addresses of a host together, without a message.
  const [first] = error instanceof AggregateError ? error.errors : [];
  const text = error.message === '' && first instanceof Error ? first.message : error.message;
  return text.split('\n', 1)[0] || error.name;
}

function ofPort(error: unknown, { host, port }: Config): string | null {
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen' && 'code' in error)) return null;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop that program, or choose another port with PORT.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Change HOST.`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Choose a port above 1023 with PORT.`;
    default:
      return null;
  }
}

function ofDataFolder(error: unknown, { dataDir }: Config): string | null {
  if (!(error instanceof Error && 'code' in error && 'path' in error && typeof error.path === 'string')) return null;
  const { path } = error;
  const place = path === dataDir ? `The data folder ${dataDir}` : `${path}, for the data folder ${dataDir},`;
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
      return `${place} cannot be used by this user: permission denied. Give the folder to this user, or choose another one with QUARRY_DATA_DIR.`;
    case 'EROFS':
      return `${place} is on a read-only file system. Make it writable, or choose another folder with QUARRY_DATA_DIR.`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `${place} is a file, not a folder. Choose another folder with QUARRY_DATA_DIR.`;
    default:
      return null;
  }
}

function ofWarehouse(error: unknown, config: Config): StartError | null {
  const { clickhouse } = config;
  if (!(error instanceof WarehouseError)) return null;
  const reason = causesOf(error.cause ?? error);
  // The embedded engine doesn't say why it cannot open.
  if (clickhouse === null) return { message: `The data engine failed: ${reason}`, mayPass: !hasReserve(config) };
  const server = `ClickHouse at ${new URL(clickhouse.url).host}`;
  if (error.clickhouseCode === AUTHENTICATION_FAILED) {
    return { message: `${server} refuses the user or password in CLICKHOUSE_URL.`, mayPass: false };
  }
  return error.kind === 'unavailable'
    ? { message: `${server} (CLICKHOUSE_URL) cannot be reached: ${reason}`, mayPass: true }
    : { message: `${server} failed: ${reason}`, mayPass: false };
}

const AUTHENTICATION_FAILED = 516;

function ofDatabase(error: unknown, { databaseUrl }: Config): StartError | null {
  if (databaseUrl === null) return null;
  const url = new URL(databaseUrl);
  const server = `PostgreSQL at ${url.host || 'the local socket'}`;
  switch (sqlState(error)) {
    case '28P01':
    case '28000':
      return {
        message: `${server} refuses the user "${url.username}" of DATABASE_URL: ${causesOf(error)}`,
        mayPass: false,
      };
    case '3D000':
      return { message: `${server} has no database "${url.pathname.slice(1)}" (DATABASE_URL).`, mayPass: false };
  }
  return isUnreachable(error)
    ? { message: `${server} (DATABASE_URL) cannot be reached: ${causesOf(error)}`, mayPass: true }
    : null;
}
