import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { refusePowerfulRole } from './role.ts';
import { protectClientTables } from './row-security.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
/** Key of the advisory lock, arbitrary but unique in the database. */
const LOCK = 7_178_825_179;

/**
 * Migrates the tables and protects those of accounts with row-level security. Processes that start together wait for
 * one another. Throws before any change if the server is older than PostgreSQL 15 or the role bypasses row-level
 * security.
 */
export async function migrate(connectionString: string): Promise<void> {
  const client = new Client({
    connectionString,
    application_name: 'quarry migrations',
    connectionTimeoutMillis: 10_000,
  });
  // Without a listener, a lost connection would end the process; the failing statement reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await requireVersion(client);
    await refusePowerfulRole(client);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS });
    await client.query('begin');
    await protectClientTables(client);
    await client.query('commit');
  } finally {
    // Ending the session releases the lock and rolls back an open transaction.
    await client.end();
  }
}

async function requireVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  );
  const [version] = rows;
  if (version === undefined || Number(version.number) < 150_000) {
    throw new Error(`Quarry needs PostgreSQL 15 or newer; this server is ${version?.name ?? 'unknown'}.`);
  }
}
