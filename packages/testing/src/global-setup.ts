import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administer, migrate, startEmbeddedPostgres } from '@quarry/postgres';
import { endOrphan, isAlive } from '@quarry/postgres/embedded/postmaster';
import type { TestProject } from 'vitest/node';
import { onDatabase, TEMPLATE } from './connection-string.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { connectionString: string; superuserConnectionString: string };
  }
}

const PREFIX = 'quarry-test-postgres-';
const log = { info: () => undefined, warn: console.warn, error: console.error };

/** Removes the servers of killed test runs. */
async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX) || isAlive(Number(name.slice(PREFIX.length)))) continue;
    const folder = join(tmpdir(), name);
    await endOrphan(join(folder, 'cluster'), log);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Starts one PostgreSQL for the whole test run, with a migrated template that each test file copies. Returns its
 * teardown.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearLeftovers();
  const dataDir = join(tmpdir(), `${PREFIX}${process.pid}`);
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const server = await startEmbeddedPostgres({
    dataDir,
    log,
    // Test data need not survive a power failure.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  await administer(server.superuserConnectionString, `create database ${TEMPLATE} owner quarry`);
  await migrate(onDatabase(server.connectionString, TEMPLATE));
  project.provide('postgres', {
    connectionString: server.connectionString,
    superuserConnectionString: server.superuserConnectionString,
  });
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
