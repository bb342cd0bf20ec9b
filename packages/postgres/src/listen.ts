import type { Pool, PoolClient } from 'pg';

/** Receives the notifications of one channel on a connection of the pool. */
export interface Listener {
  /** Connects if there is no connection. What was sent without one is lost, so the caller looks for itself as well. */
  ensure(): Promise<void>;
  /** Gives the connection back. */
  stop(): void;
}

/** Prepares to listen; `ensure` begins. */
export function createListener(pool: Pool, channel: string, onMessage: () => void): Listener {
  let connection: PoolClient | null = null;
  const drop = (client: PoolClient): void => {
    if (connection !== client) return;
    connection = null;
    // The session still listens, so nobody else may get it.
    client.release(true);
  };
  return {
    async ensure() {
      if (connection !== null) return;
      const client = await pool.connect();
      connection = client;
      client.on('notification', onMessage);
      client.once('end', () => drop(client));
      try {
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
      } catch (error) {
        drop(client);
        throw error;
      }
    },
    stop() {
      if (connection !== null) drop(connection);
    },
  };
}
