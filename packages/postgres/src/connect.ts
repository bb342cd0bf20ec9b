import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import type { Log } from './log.ts';
import { refusePowerfulRole } from './role.ts';
import { sqlState } from './sql-state.ts';

/** A transaction of `asClient` or `asSystem`. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

export interface TransactionOptions {
  /** Default false. */
  readonly readOnly?: boolean;
  /** Default `read committed`. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
}

/** The system of record. Rows of an account are visible only in a transaction that names the account. */
export interface Database {
  /**
   * Runs `work` in a transaction that can only access one account's rows. It is retried up to three times after a
   * deadlock or serialization failure, so `work` must have no effects outside the database. Inside `work` use only `tx`,
   * or the pool can run dry.
   */
  asClient<T>(clientId: string, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Like `asClient`, with the rows of every account and of the installation. */
  asSystem<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** For code that needs a session of its own. Accounts' rows are invisible to it. */
  readonly pool: Pool;
  /** Rejects if the server does not answer. */
  ping(): Promise<void>;
  /** Waits for running transactions, then closes all connections. A second call does nothing. */
  close(): Promise<void>;
}

/** Stands for all accounts in `quarry.client_id`. */
const EVERY_CLIENT = '*';
const RETRIES = 3;
/** serialization_failure and deadlock_detected. */
const RETRYABLE = new Set(['40001', '40P01']);

/**
 * Connects to PostgreSQL. Throws if the server does not answer, or if the role would bypass row-level security.
 */
export async function openDatabase(options: {
  connectionString: string;
  log: Log;
  /** Default 20. */
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
  // Without listeners, a dropped connection would end the process. The pool only listens to idle ones; a connection in
  // use reports the loss through its failing statement.
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection was lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await refusePowerfulRole(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const orm = drizzle(pool);

  async function run<T>(
    clientId: string,
    work: (tx: Transaction) => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await orm.transaction(
          async (tx) => {
            await tx.execute(sql`select set_config('quarry.client_id', ${clientId}, true)`);
            return work(tx);
          },
          {
            isolationLevel: options.isolation ?? 'read committed',
            accessMode: options.readOnly === true ? 'read only' : 'read write',
          },
        );
      } catch (error) {
        const state = sqlState(error);
        if (attempt >= RETRIES || state === null || !RETRYABLE.has(state)) throw error;
        await sleep(2 ** attempt * 10 * (0.5 + Math.random()));
      }
    }
  }

  let closing: Promise<void> | null = null;
  return {
    pool,
    asClient(clientId, work, options = {}) {
      if (clientId === '' || clientId === EVERY_CLIENT) throw new Error('asClient needs the id of one account');
      return run(clientId, work, options);
    },
    asSystem: (work, options = {}) => run(EVERY_CLIENT, work, options),
    async ping() {
      await pool.query('select 1');
    },
    close() {
      closing ??= pool.end();
      return closing;
    },
  };
}
