import { Client } from 'pg';

/**
 * Runs one statement on a connection of its own and outside a transaction, as CREATE DATABASE wants it. For set-up and
 * tests; the statement is trusted text.
 */
export async function administer(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
