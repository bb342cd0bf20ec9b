import { Client } from 'pg';

/**
 * Runs one statement outside a transaction, as CREATE DATABASE requires. For set-up and tests; the statement is trusted.
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
