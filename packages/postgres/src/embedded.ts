import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { findBinaries } from './embedded/binaries.ts';
import { prepareCluster } from './embedded/cluster.ts';
import { openServerFolder } from './embedded/folder.ts';
import { readPasswords } from './embedded/passwords.ts';
import { endOrphan, endServer, readPostmaster, signal } from './embedded/postmaster.ts';
import { startServer } from './embedded/server.ts';
import { makeSocketFolder, SOCKET_PORT } from './embedded/socket.ts';
import type { Log } from './log.ts';

/** A PostgreSQL server that belongs to this process. */
export interface EmbeddedPostgres {
  /** For the application: role `quarry`, which owns the database `quarry` and is no superuser. */
  readonly connectionString: string;
  /** For set-up and tests only: role `postgres`, database `postgres`. Row-level security does not bind it. */
  readonly superuserConnectionString: string;
  /** Where the data lies; another folder than asked for when the server's account could not enter that one. */
  readonly dataDir: string;
  /** Stops the server, rolling back what is open. A second call does nothing. */
  stop(): Promise<void>;
}

/**
 * Starts the server that comes with Quarry on the data in `dataDir`, making the database first where there is none.
 * It listens on a Unix socket only. A server that a killed process left behind is stopped cleanly before. The caller
 * makes sure that no other process uses the folder.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Log;
  /** Settings of the server on top of Quarry's own, e.g. for tests that need no durability. */
  settings?: Readonly<Record<string, string>>;
  /** Called once when the server ends without having been stopped; `how` is its signal or exit code. It is not started again. */
  onUnexpectedEnd?: (how: string) => void;
}): Promise<EmbeddedPostgres> {
  const { log } = options;
  const folder = openServerFolder(resolve(options.dataDir), log);
  const binaries = findBinaries(folder.account, folder.path);
  const passwords = readPasswords(folder.path, existsSync(folder.cluster));
  prepareCluster(folder, binaries, passwords);
  await endOrphan(folder.cluster, log);
  const socket = makeSocketFolder(folder);
  let stopping: Promise<void> | null = null;
  const start = () =>
    startServer(folder, binaries, socket.path, options.settings ?? {}, (how) => {
      if (stopping !== null) return;
      log.error({ how }, 'The database server ended unexpectedly');
      options.onUnexpectedEnd?.(how);
    });
  const { pid } = await start().catch(async (error: unknown) => {
    // An orphan that was itself only starting a moment ago shows its pid file late.
    if (readPostmaster(folder.cluster) === null) throw error;
    await endOrphan(folder.cluster, log);
    return start();
  });
  // A process that ends without stopping takes its server along, as far as it still can.
  const endWithProcess = () => {
    signal(pid, 'SIGINT');
  };
  process.once('exit', endWithProcess);
  const address = (role: string, password: string, database: string) =>
    `postgresql://${role}:${password}@/${database}?host=${encodeURIComponent(socket.path)}&port=${SOCKET_PORT}`;
  const superuserConnectionString = address('postgres', passwords.superuser, 'postgres');

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
    connectionString: address('quarry', passwords.application, 'quarry'),
    superuserConnectionString,
    dataDir: folder.path,
    stop,
  };
}

/** Makes the role and the database of the application unless they are there; repeats safely after a crash in between. */
async function prepareApplicationRole(connectionString: string, password: string): Promise<void> {
  const client = new Client({ connectionString });
  // The statement that fails tells of a lost connection; without a listener it would end the process.
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
