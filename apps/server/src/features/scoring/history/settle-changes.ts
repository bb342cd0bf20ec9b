import { and, eq, inArray, sql, type Transaction } from '@quarry/postgres';
import { scoreRecalculations } from '@quarry/postgres/tables/scoring';
import { tableLedger } from '@quarry/postgres/tables/table-ledger';
import { scoreHistoryTable } from './history-table.ts';
import type { RecordedChanges } from './record-changes.ts';

/**
 * Shows readers the changes that were recorded, once the scores are those that they see. Whatever else was recorded for
 * the same fields started from scores that nobody sees any more. The transaction must hold the client's row.
 */
export async function settleChanges(
  tx: Transaction,
  client: { readonly id: string; readonly name: string },
  recorded: readonly RecordedChanges[],
): Promise<void> {
  const isWriting = and(eq(scoreRecalculations.clientId, client.id), eq(scoreRecalculations.status, 'Writing'));
  const numbers = recorded.flatMap(({ number }) => (number === null ? [] : [number]));
  if (numbers.length > 0) {
    await tx
      .update(scoreRecalculations)
      .set({ status: 'Done' })
      .where(and(isWriting, inArray(scoreRecalculations.number, numbers)));
  }
  const ids = recorded.map(({ scoringConfigId }) => scoringConfigId);
  if (ids.length > 0) {
    await tx
      .update(scoreRecalculations)
      .set({ status: 'Dropped' })
      .where(and(isWriting, inArray(scoreRecalculations.scoringConfigId, ids)));
  }
  await recordHistoryRows(tx, client);
}

/** Records how many rows of the history readers see, in the ledger. */
export async function recordHistoryRows(
  tx: Transaction,
  client: { readonly id: string; readonly name: string },
): Promise<void> {
  const { database, name } = scoreHistoryTable(client.name);
  const [stored] = await tx
    .select({ rows: sql<string>`coalesce(sum(${scoreRecalculations.changes}), 0)::text` })
    .from(scoreRecalculations)
    .where(and(eq(scoreRecalculations.clientId, client.id), eq(scoreRecalculations.status, 'Done')));
  await tx.delete(tableLedger).where(and(eq(tableLedger.database, database), eq(tableLedger.name, name)));
  const rows = Number(stored?.rows ?? 0);
  if (rows > 0) await tx.insert(tableLedger).values({ database, name, rows, clientId: client.id });
}
