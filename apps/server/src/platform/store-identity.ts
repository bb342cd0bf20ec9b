import { randomUUID } from 'node:crypto';
import { type Warehouse, warehouseIdentity } from '@quarry/clickhouse';
import { type Transaction } from '@quarry/postgres';
import { stores } from '@quarry/postgres/tables/stores';
import type { Files } from './files.ts';

/** The database belongs to an installation with another warehouse or file store; the message says what to do. */
export class ForeignStoreError extends Error {}

const FILES_IDENTITY = 'identity';

const SENTENCES = {
  warehouse:
    'The data engine of this process is not the one that the database knows. Processes that share DATABASE_URL must also share ClickHouse: set CLICKHOUSE_URL.',
  files:
    'The file store of this process is not the one that the database knows. Processes that share DATABASE_URL must also share the files: set S3_BUCKET.',
};
const HOW_TO_ACCEPT =
  'If this store replaces the other one for good, stop every other process and run: npm run stores -- accept';

/**
 * Compares the stores with those that the database knows, which are recorded at the first start. With `accepts`, records
 * these instead. Throws a `ForeignStoreError` for others.
 */
export async function requireKnownStores(
  tx: Transaction,
  { warehouse, files, accepts }: { warehouse: Warehouse; files: Files; accepts: boolean },
): Promise<void> {
  const identities = { warehouse: await warehouseIdentity(warehouse), files: await filesIdentity(files) };
  const rows = await tx.select().from(stores);
  for (const store of ['warehouse', 'files'] as const) {
    const identity = identities[store];
    const known = rows.find((row) => row.store === store)?.identity;
    if (known !== undefined && known !== identity && !accepts) {
      throw new ForeignStoreError(`${SENTENCES[store]} ${HOW_TO_ACCEPT}`);
    }
    await tx.insert(stores).values({ store, identity }).onConflictDoUpdate({ target: stores.store, set: { identity } });
  }
}

async function filesIdentity(files: Files): Promise<string> {
  if (await files.exists(FILES_IDENTITY)) return files.get(FILES_IDENTITY);
  const identity = randomUUID();
  await files.put(FILES_IDENTITY, identity);
  return identity;
}
