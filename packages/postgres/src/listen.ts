import type { Pool, PoolClient } from 'pg';

/** Receives the notifications of one channel, on a connection of the pool. */
export interface Listener {
  /** Connects if disconnected. Notifications in between are lost, so callers must poll as well. */
  ensure(): Promise<void>;
  /** Closes the connection. */
  stop(): void;
}

/** Creates a listener; `ensure` connects it. */
export function createListener(pool: Pool, channel: string, onMessage: () => void): Listener {
  let connection: PoolClient | null = null;
  const drop = (client: PoolClient): void => {
    if (connection !== client) return;
    connection = null;
    client.off('notification', onMessage);
    // Destroyed, not reused: the session still listens.
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
