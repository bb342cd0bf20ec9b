import { join } from 'node:path';
import {
  type Migration,
  migrate as migrateWarehouse,
  openCluster,
  openEmbedded,
  type TableName,
  type Warehouse,
  type WarehouseLog,
} from '@quarry/clickhouse';
import { migrate as migrateDatabase, openDatabase, sql, startEmbeddedPostgres } from '@quarry/postgres';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { type AnyJobDefinition, createJobs } from '#server/platform/jobs/jobs.ts';
import type { Config } from './config.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { assertRoomFor, watchDiskSpace } from './disk-space.ts';
import type { EmailVerifier } from './email-verifier.ts';
import { createExecutions } from './executions/executions.ts';
import { openFiles } from './files.ts';
import { createLedger } from './ledger/ledger.ts';
import { outboxMailer, smtpMailer } from './mail.ts';
import { createProblems } from './problems.ts';
import { forShare, type Platform } from './scope.ts';
import { createSecrets, loadSecretKey } from './secrets.ts';
import { serialiseError } from './serialise-error.ts';
import { requireKnownStores } from './store-identity.ts';

/** A platform and the function that closes it. */
export interface OpenPlatform {
  readonly platform: Platform;
  /** Stops taking work, waits up to `graceMs` for running jobs, closes the stores and releases the folder. */
  close(graceMs?: number): Promise<void>;
}

/** The rooms' contributions to the platform. */
export interface PlatformParts {
  readonly migrations: readonly Migration[];
  /** Tables of the data plane that belong to no account. */
  readonly tables?: readonly TableName[];
  readonly jobs: readonly AnyJobDefinition[];
  /** Default: e-mail addresses are not verified. */
  readonly createEmailVerifier?: ((config: Config) => EmailVerifier | null) | undefined;
  /** True for a server, which runs the jobs that other processes enqueue. */
  readonly runsJobs?: boolean;
  /** Makes this process's stores those of the database, whatever it knew before. */
  readonly acceptsStores?: boolean;
  /** Called when a store of this process is gone for good: only a new process can reopen it. */
  readonly onStoreLost?: (reason: string) => void;
}

/** How long aborted executions may take to end on close. */
const EXECUTIONS_GRACE_MS = 3_000;
/** How long running statements may take to finish on close. */
const STATEMENTS_GRACE_MS = 2_000;

/** A logger that never writes tokens, cookies or passwords. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    serializers: { err: (error) => serialiseError(error), error: (error) => serialiseError(error) },
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.newPassword', '*.idToken'],
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

async function openWarehouse(config: Config, folder: DataFolder, logger: Logger): Promise<Warehouse> {
  const log: WarehouseLog = (message, details) => logger.warn(details, message);
  if (config.clickhouse !== null) {
    const { url, cluster } = config.clickhouse;
    return openCluster({ url, ...(cluster === null ? {} : { cluster }), log });
  }
  return openEmbedded({
    path: folder.clickhousePath,
    log,
    ...(config.memoryLimitBytes === null ? {} : { maxMemoryBytes: config.memoryLimitBytes }),
  });
}

/**
 * Opens the data folder and every store, and migrates them. Throws `DataFolderInUseError` if another process holds the
 * folder, and `ForeignStoreError` if the database belongs to other stores. Closes everything again on failure.
 */
export async function openPlatform(config: Config, parts: PlatformParts): Promise<OpenPlatform> {
  const log = createLog(config.logLevel);
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const folder = openDataFolder(config.dataDir, { runsJobs: parts.runsJobs === true });
    closers.push(() => folder.release());
    const secrets = createSecrets(loadSecretKey(config.secretKey, folder.path));
    const files = await openFiles(config, folder.filesPath);
    const mailer =
      config.smtpUrl === null ? outboxMailer(join(folder.path, 'outbox')) : smtpMailer(config.smtpUrl, config.mailFrom);
    closers.push(() => mailer.close());
    let connectionString = config.databaseUrl;
    if (connectionString === null) {
      const server = await startEmbeddedPostgres({
        dataDir: folder.postgresPath,
        log,
        onUnexpectedEnd: (how) => parts.onStoreLost?.(`the embedded PostgreSQL server ended (${how})`),
      });
      closers.push(() => server.stop());
      connectionString = server.connectionString;
    }
    await migrateDatabase(connectionString);
    const db = await openDatabase({ connectionString, log });
    closers.push(() => db.close());
    const engine = await openWarehouse(config, folder, log);
    // Short, because requests and jobs have already been waited for.
    closers.push(() => engine.close(STATEMENTS_GRACE_MS));
    await db.asSystem(async (tx) => {
      // Processes that start together on one cluster migrate it one at a time, however long it takes.
      await tx.execute(sql`set local lock_timeout = 0`);
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('quarry-warehouse-migrations', 0))`);
      await requireKnownStores(tx, { warehouse: engine, files, accepts: parts.acceptsStores === true });
      await migrateWarehouse(engine, parts.migrations);
    });
    const problems = createProblems(log);
    const ledger = createLedger({ db, warehouse: engine, problems, log });
    await ledger.adopt(parts.tables ?? []);
    await ledger.check({ isThorough: true });
    ledger.start();
    closers.push(() => ledger.stop());
    const { warehouse } = ledger;
    const emailVerifier = parts.createEmailVerifier?.(config) ?? null;
    const base = { config, log, db, warehouse, mailer, files, secrets, problems, ledger, emailVerifier, caches: {} };
    const diskWatch = watchDiskSpace(config, problems, (error) =>
      log.warn({ err: error }, 'the free disk space cannot be read'),
    );
    closers.push(() => diskWatch.stop());
    const jobs = createJobs({
      db,
      definitions: parts.jobs,
      deps: base,
      depsForAccount: forShare,
      role: config.role,
      log,
      isOnlyWorker: config.databaseUrl === null,
      assertRoom: () => assertRoomFor(config),
    });
    const executions = createExecutions({ db, log });
    return {
      platform: { ...base, jobs, executions },
      async close(graceMs = 25_000) {
        await executions.stop(Math.min(graceMs, EXECUTIONS_GRACE_MS));
        await jobs.stop(graceMs);
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
