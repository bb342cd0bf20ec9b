import { Client, type Pool, type PoolClient } from 'pg';
import type { Log } from './log.ts';

/** Watches a server that keeps its connections open but may stop answering, such as one whose machine is frozen. */
export interface Pulse {
  /** Rejects if the server does not answer within seconds; while it is known to be frozen, at once. */
  check(): Promise<void>;
  /** Throws while the server is known to be frozen. */
  throwIfFrozen(): void;
  stop(): void;
}

const INTERVAL_MS = 2_000;
const DEFAULT_ANSWER_MS = 3_000;

/** The driver's messages for a missing answer. Other errors come from a server that answers, or is known to be gone. */
const isSilence = (error: unknown): boolean =>
  error instanceof Error && /^(?:Query read timeout|timeout expired)$/.test(error.message);

const frozenError = (cause?: unknown) => new Error('The database server does not answer', { cause });

/**
 * Asks on a connection of its own while connections of the pool are in use. When the server twice fails to answer, closes
 * those connections, so that nobody waits for it, and refuses new work until it answers again.
 */
export function startPulse(parts: {
  readonly connectionString: string;
  readonly pool: Pool;
  readonly log: Log;
  readonly answerMs?: number;
}): Pulse {
  const { connectionString, pool, log, answerMs = DEFAULT_ANSWER_MS } = parts;
  const inUse = new Set<PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('remove', (client) => inUse.delete(client));
  let own: Client | null = null;
  let asking: Promise<void> | null = null;
  let isFrozen = false;
  let isStopped = false;

  async function ask(): Promise<void> {
    const isNew = own === null;
    const client = (own ??= new Client({
      connectionString,
      application_name: 'quarry pulse',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    }));
    try {
      if (isNew) {
        client.on('error', () => undefined);
        await client.connect();
      }
      await client.query('select 1');
    } catch (error) {
      own = null;
      client.end().catch(() => undefined);
      throw error;
    }
  }

  async function askTwice(): Promise<void> {
    // One missing answer may be this process's own delay.
    await ask().catch(ask);
  }

  function giveUp(error: unknown): void {
    if (!isFrozen) log.error({ err: error, connections: inUse.size }, 'the database server does not answer');
    isFrozen = true;
    // A graceful end would wait for the running statements; closing the socket fails them at once.
    for (const client of inUse) client.connection.stream.destroy();
  }

  function check(): Promise<void> {
    asking ??= askTwice()
      .then(
        () => {
          if (isFrozen) log.info({}, 'the database server answers again');
          isFrozen = false;
        },
        (error: unknown) => {
          if (!isSilence(error)) throw error;
          giveUp(error);
          throw frozenError(error);
        },
      )
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  const timer = setInterval(() => {
    if (!isStopped && (isFrozen || inUse.size > 0)) check().catch(() => undefined);
  }, INTERVAL_MS).unref();

  const throwIfFrozen = (): void => {
    if (isFrozen) throw frozenError();
  };
  return {
    async check() {
      throwIfFrozen();
      await check();
    },
    throwIfFrozen,
    stop() {
      isStopped = true;
      clearInterval(timer);
      own?.end().catch(() => undefined);
    },
  };
}
