import { and, isNull, ne, sql, type Transaction } from '@quarry/postgres';
import { tableLedger } from '@quarry/postgres/tables/table-ledger';

/** Changes with every write to the universe but those that keep the companies of estimates. */
export async function readUniverseRevision(tx: Transaction): Promise<string> {
  const [row] = await tx
    .select({ latest: sql<string | null>`max(${tableLedger.recordedAt})::text` })
    .from(tableLedger)
    .where(and(isNull(tableLedger.clientId), ne(tableLedger.name, 'frozen_estimates')));
  return row?.latest ?? '';
}
