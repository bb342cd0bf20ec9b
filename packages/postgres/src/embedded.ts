import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { findBinaries } from './embedded/binaries.ts';
import { prepareCluster } from './embedded/cluster.ts';
import { openServerFolder } from './embedded/folder.ts';
import { generatePasswords, readPasswords, resetPasswords, storePasswords } from './embedded/passwords.ts';
import { endOrphan, endServer, readPostmaster, signal } from './embedded/postmaster.ts';
import { startServer } from './embedded/server.ts';
import { makeSocketFolder, SOCKET_PORT } from './embedded/socket.ts';
import type { Log } from './log.ts';

/** A PostgreSQL server that belongs to this process. */
export interface EmbeddedPostgres {
  /** For the application: role `quarry`, which owns the database `quarry` and is no superuser. */
  readonly connectionString: string;
  /** For set-up and tests only: role `postgres`, database `postgres`. Bypasses row-level security. */
  readonly superuserConnectionString: string;
  /** The data folder. Differs from the requested one if the server's account cannot enter that. */
  readonly dataDir: string;
  /** Stops the server, rolling back open transactions. A second call does nothing. */
  stop(): Promise<void>;
}

/**
 * Starts the bundled server on `dataDir`, creating the database if needed and first stopping the server of a killed
 * process. It listens on a Unix socket only. The caller ensures that no other process uses the folder.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Log;
  /** Added to Quarry's own settings, e.g. for tests that need no durability. */
  settings?: Readonly<Record<string, string>>;
  /** Called once if the server ends without `stop`; `how` is its signal or exit code. It is not restarted. */
  onUnexpectedEnd?: (how: string) => void;
}): Promise<EmbeddedPostgres> {
  const { log } = options;
  const folder = openServerFolder(resolve(options.dataDir), log);
  const binaries = findBinaries(folder.account, folder.path);
  const isNew = !existsSync(folder.cluster);
  const stored = readPasswords(folder.path);
  const passwords = stored ?? generatePasswords();
  if (isNew && stored === null) storePasswords(folder.path, passwords);
  prepareCluster(folder, binaries, passwords);
  await endOrphan(folder.cluster, log);
  if (!isNew && stored === null) {
    log.warn({ folder: folder.path }, 'the database passwords are missing, so its roles get new ones');
    resetPasswords(folder, binaries, passwords);
    storePasswords(folder.path, passwords);
  }
  const socket = makeSocketFolder(folder);
  let stopping: Promise<void> | null = null;
  const start = () =>
    startServer(folder, binaries, socket.path, options.settings ?? {}, (how) => {
      if (stopping !== null) return;
      log.error({ how }, 'the database server ended unexpectedly');
      options.onUnexpectedEnd?.(how);
    });
  const { pid } = await start()
    .catch(async (error: unknown) => {
      // An orphan that was still starting may have written its pid file only now.
      if (readPostmaster(folder.cluster) === null) throw error;
      await endOrphan(folder.cluster, log);
      return start();
    })
    .catch(async (error: unknown) => {
      // A server that did not become ready in time still runs.
      await endOrphan(folder.cluster, log);
      socket.clear();
      throw error;
    });
  // Best effort if the process exits without `stop`.
  const endWithProcess = () => {
    signal(pid, 'SIGINT');
  };
  process.once('exit', endWithProcess);
  const superuserConnectionString = address(socket.path, 'postgres', passwords.superuser, 'postgres');

  const stop = (): Promise<void> => {
    stopping ??= endServer(folder.cluster, pid, 20_000, log).then(() => {
      process.off('exit', endWithProcess);
      socket.clear();
    });
    return stopping;
  };
  try {
    await prepareApplicationRole(superuserConnectionString, passwords.application);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    connectionString: address(socket.path, 'quarry', passwords.application, 'quarry'),
    superuserConnectionString,
    dataDir: folder.path,
    stop,
  };
}

/**
 * The application's connection string for the server that another process runs on `dataDir`; null while there is none
 * that is ready. Needs the right to read the folder.
 */
export function findRunningPostgres(dataDir: string, log: Log): string | null {
  if (!existsSync(dataDir)) return null;
  const folder = openServerFolder(resolve(dataDir), log);
  const server = readPostmaster(folder.cluster);
  const passwords = readPasswords(folder.path);
  if (server === null || !server.isReady || passwords === null) return null;
  return address(server.socketFolder, 'quarry', passwords.application, 'quarry');
}

function address(socketFolder: string, role: string, password: string, database: string): string {
  return `postgresql://${role}:${password}@/${database}?host=${encodeURIComponent(socketFolder)}&port=${SOCKET_PORT}`;
}

/** Stops the server that a killed process left running on `dataDir`. The caller ensures that no process uses the folder. */
export async function endLeftoverServer(dataDir: string, log: Log): Promise<void> {
  if (existsSync(dataDir)) await endOrphan(openServerFolder(resolve(dataDir), log).cluster, log);
}

/** Creates the application's role and database unless they exist. Safe to repeat after a crash in between. */
async function prepareApplicationRole(connectionString: string, password: string): Promise<void> {
  const client = new Client({ connectionString });
  // Without a listener, a lost connection would end the process; the failing statement reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ hasRole: boolean; hasDatabase: boolean }>(
      `select exists (select from pg_roles where rolname = 'quarry') as "hasRole",
              exists (select from pg_database where datname = 'quarry') as "hasDatabase"`,
    );
    if (rows[0]?.hasRole !== true) {
      await client.query(
        `create role quarry login nosuperuser nobypassrls nocreatedb nocreaterole password ${client.escapeLiteral(password)}`,
      );
    }
    if (rows[0]?.hasDatabase !== true) await client.query('create database quarry owner quarry');
  } finally {
    await client.end();
  }
}
