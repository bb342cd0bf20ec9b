import { and, eq, sql, type Transaction } from '@quarry/postgres';
import { tableLedger } from '@quarry/postgres/tables/table-ledger';

/** A kept table and the rows that it holds now. */
export interface RecordedTable {
  readonly database: string;
  readonly name: string;
  readonly rows: number;
}

/** Replaces the records of a client's tables with these, in the transaction that makes them current. */
export async function recordClientTables(
  tx: Transaction,
  clientId: string,
  tables: readonly RecordedTable[],
): Promise<void> {
  await tx.delete(tableLedger).where(eq(tableLedger.clientId, clientId));
  await tx.insert(tableLedger).values(tables.map((table) => ({ ...table, clientId })));
}

/** Records what a table holds once it is whole. */
export async function recordWhole(tx: Transaction, { database, name, rows }: RecordedTable): Promise<void> {
  await tx
    .update(tableLedger)
    .set({ rows, isBeingWritten: false, unreadablePart: null, recordedAt: sql`now()` })
    .where(and(eq(tableLedger.database, database), eq(tableLedger.name, name)));
}
