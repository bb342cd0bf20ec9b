import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { escapeLiteral, Pool, type PoolClient } from 'pg';
import type { Log } from './log.ts';
import { startPulse } from './pulse.ts';
import { refusePowerfulRole } from './role.ts';
import { isUnreachable, sqlState } from './sql-state.ts';
import { createTurns } from './turns.ts';

/** A transaction of `asClient` or `asSystem`. */
export type Transaction = Omit<NodePgDatabase, 'transaction'>;

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
  /** The same database, with `asSystem` in the turns of an account, person or address instead of the installation's. */
  withShare(share: string): Database;
  /** For code that needs a session of its own. Accounts' rows are invisible to it. */
  readonly pool: Pool;
  /** Rejects if the server does not answer within seconds. */
  ping(): Promise<void>;
  /** Waits for running transactions, then closes all connections. A second call does nothing. */
  close(): Promise<void>;
}

/** Stands for all accounts in `quarry.client_id`. */
const EVERY_CLIENT = '*';
const RETRIES = 3;
/** The share of the connections that one account may hold or await, so that others find one free. */
const CONNECTIONS_SHARE = 0.3;
/** How long a transaction waits for its account's turn, and then for a connection. */
const WAIT_MS = 10_000;
/** How long a statement waits for a lock, such as that on an account's row. */
const LOCK_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 120_000;
/** serialization_failure and deadlock_detected. */
const RETRYABLE = new Set(['40001', '40P01']);

/** Begins a transaction and names its account, both in one message. */
function beginStatement(
  clientId: string,
  { isolation = 'read committed', readOnly = false }: TransactionOptions,
): string {
  const mode = readOnly ? 'read only' : 'read write';
  return `begin isolation level ${isolation} ${mode}; select set_config('quarry.client_id', ${escapeLiteral(clientId)}, true)`;
}

/**
 * Connects to PostgreSQL. Throws if the server does not answer, or if the role would bypass row-level security.
 */
export async function openDatabase(options: {
  connectionString: string;
  log: Log;
  /** Default 20. */
  maxConnections?: number;
  /** How long the server may take to answer the simplest statement before it counts as frozen. Default 3 s. */
  answerMs?: number;
}): Promise<Database> {
  const maxConnections = options.maxConnections ?? 20;
  let closing: Promise<void> | null = null;
  const pool = new Pool({
    connectionString: options.connectionString,
    max: maxConnections,
    application_name: 'quarry',
    connectionTimeoutMillis: WAIT_MS,
    keepAlive: true,
    // Every request waits for several transactions, and most of their time is the way to the server and back.
    pipeline: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    // For a connection whose process on the server is frozen, and so cannot keep its own limit.
    query_timeout: STATEMENT_TIMEOUT_MS + 10_000,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  });
  // Without listeners, a dropped connection would end the process. The pool only listens to idle ones; a connection in
  // use reports the loss through its failing statement.
  pool.on('error', (error) => {
    // An embedded server that stops may be quicker than the end of a connection.
    if (closing === null) options.log.warn({ err: error }, 'an idle database connection was lost');
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await refusePowerfulRole(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const turns = createTurns(Math.max(1, Math.floor(maxConnections * CONNECTIONS_SHARE)), WAIT_MS);

  async function runInTurn<T>(share: string, ...args: Parameters<typeof run<T>>): Promise<T> {
    const endTurn = await turns.take(share);
    try {
      return await run(...args);
    } finally {
      endTurn();
    }
  }

  const { connectionString, log, answerMs } = options;
  const pulse = startPulse({ connectionString, pool, log, ...(answerMs === undefined ? {} : { answerMs }) });

  /** Unlike the query builder's own use of a pool, also releases the connection if the transaction cannot begin. */
  async function withConnection<T>(use: (client: PoolClient) => Promise<T>): Promise<T> {
    pulse.throwIfFrozen();
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await use(client);
    } catch (error) {
      isBroken = isUnreachable(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  async function runOnce<T>(
    clientId: string,
    work: (tx: Transaction) => Promise<T>,
    options: TransactionOptions,
    onRead: (result: T) => void,
  ): Promise<T> {
    return withConnection(async (client) => {
      try {
        const begun = client.query(beginStatement(clientId, options));
        if (options.readOnly !== true) await begun;
        // A read doesn't wait for the beginning: if that fails, the read has seen no account's rows, and fails too.
        const [beginning, reading] = await Promise.allSettled([begun, work(drizzle(client))]);
        if (beginning.status === 'rejected') throw beginning.reason;
        if (reading.status === 'rejected') throw reading.reason;
        const result = reading.value;
        if (options.readOnly === true && options.isolation !== 'serializable') onRead(result);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    });
  }

  async function run<T>(
    clientId: string,
    work: (tx: Transaction) => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        // The end of a transaction that only read can't change what it has read, so nobody waits for it.
        return await new Promise<T>((resolve, reject) => {
          runOnce(clientId, work, options, resolve).then(resolve, reject);
        });
      } catch (error) {
        const state = sqlState(error);
        if (attempt >= RETRIES || state === null || !RETRYABLE.has(state)) throw error;
        await sleep(2 ** attempt * 10 * (0.5 + Math.random()));
      }
    }
  }

  const database = (systemShare: string): Database => ({
    pool,
    asClient(clientId, work, options = {}) {
      if (clientId === '' || clientId === EVERY_CLIENT) throw new Error('asClient needs the id of one account');
      return runInTurn(clientId, clientId, work, options);
    },
    asSystem: (work, options = {}) => runInTurn(systemShare, EVERY_CLIENT, work, options),
    withShare: database,
    ping: () => pulse.check(),
    close() {
      pulse.stop();
      closing ??= pool.end();
      return closing;
    },
  });
  return database(EVERY_CLIENT);
}
