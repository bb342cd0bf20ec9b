import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import type { Log } from './log.ts';
import { sqlState } from './sql-state.ts';

/** What statements run on inside `asClient` and `asSystem`. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** How one transaction runs. */
export interface TransactionOptions {
  /** The server refuses writes. Default false. */
  readonly readOnly?: boolean;
  /** Default `read committed`. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
}

/** The system of record. Rows of an account are reached only through a transaction that says whose they are. */
export interface Database {
  /**
   * Runs `work` in a transaction that sees and writes the rows of one account and no others. The transaction is
   * run again, up to three times, when the server reports a deadlock or a serialization failure: `work` must leave
   * nothing behind outside the database. Inside `work` use `tx` only, or the pool can run dry.
   */
  asClient<T>(clientId: string, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Like `asClient`, with the rows of every account and those of the installation. */
  asSystem<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** The connections, for code that needs a session of its own. Rows of accounts are invisible through it. */
  readonly pool: Pool;
  /** Resolves when the server answers; rejects otherwise. */
  ping(): Promise<void>;
  /** Waits for the running transactions, then closes all connections. A second call does nothing. */
  close(): Promise<void>;
}

/** The account name that stands for all of them. */
const EVERY_CLIENT = '*';
const RETRIES = 3;
/** serialization_failure and deadlock_detected. */
const MAY_SUCCEED_LATER = new Set(['40001', '40P01']);

/** What a role must not have, because the server would ignore row-level security for it. */
async function refusePowerfulRole(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; isSuperuser: boolean; bypasses: boolean }>(
    'select rolname as name, rolsuper as "isSuperuser", rolbypassrls as bypasses from pg_roles where rolname = current_user',
  );
  const [role] = rows;
  if (role === undefined || (!role.isSuperuser && !role.bypasses)) return;
  throw new Error(
    `The database role "${role.name}" ${role.isSuperuser ? 'is a superuser' : 'has BYPASSRLS'}, so PostgreSQL would not keep accounts apart. ` +
      "Give Quarry a role of its own that owns its database: CREATE ROLE quarry LOGIN PASSWORD '…'; CREATE DATABASE quarry OWNER quarry.",
  );
}

/**
 * Connects to PostgreSQL. Throws when the server does not answer, or when the role is a superuser or may bypass
 * row-level security, with a sentence that says what to do.
 */
export async function openDatabase(options: {
  connectionString: string;
  log: Log;
  /** Most connections at a time. Default 20. */
  maxConnections?: number;
}): Promise<Database> {
  const pool = new Pool({
    connectionString: options.connectionString,
    max: options.maxConnections ?? 20,
    application_name: 'quarry',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    statement_timeout: 120_000,
    idle_in_transaction_session_timeout: 120_000,
  });
  // Without listeners, a connection that the server drops would end the process: the pool listens to idle ones only,
  // and whoever uses one learns of the loss from the statement that fails.
  pool.on('error', (error) => options.log.warn({ err: error }, 'An idle database connection was lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await refusePowerfulRole(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const orm = drizzle(pool);

  async function run<T>(clientId: string, work: (tx: Transaction) => Promise<T>, how: TransactionOptions): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await orm.transaction(
          async (tx) => {
            await tx.execute(sql`select set_config('quarry.client_id', ${clientId}, true)`);
            return work(tx);
          },
          {
            isolationLevel: how.isolation ?? 'read committed',
            accessMode: how.readOnly === true ? 'read only' : 'read write',
          },
        );
      } catch (error) {
        const state = sqlState(error);
        if (attempt >= RETRIES || state === null || !MAY_SUCCEED_LATER.has(state)) throw error;
        await sleep(2 ** attempt * 10 * (0.5 + Math.random()));
      }
    }
  }

  let closing: Promise<void> | null = null;
  return {
    pool,
    asClient(clientId, work, how = {}) {
      if (clientId === '' || clientId === EVERY_CLIENT) throw new Error('asClient needs the id of one account');
      return run(clientId, work, how);
    },
    asSystem: (work, how = {}) => run(EVERY_CLIENT, work, how),
    async ping() {
      await pool.query('select 1');
    },
    close() {
      closing ??= pool.end();
      return closing;
    },
  };
}
