import { type Database, sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { segmentContacts } from '@quarry/postgres/tables/personas';

/** Statistics are refreshed after the first batch of a search, and each time it has written so many times as much. */
const GROWTH = 4;

/** True if statistics are due after so many batches. */
export function areStatisticsDue(batches: number): boolean {
  const steps = Math.log(batches) / Math.log(GROWTH);
  return Math.abs(steps - Math.round(steps)) < 1e-9;
}

/**
 * Tells PostgreSQL's planner how many rows the tables of a search have by now. By itself it looks once a minute, and
 * until then each batch would look keys up by reading all that the batches before it wrote.
 */
export async function refreshStatistics(db: Database, clientId: string): Promise<void> {
  await db.asClient(clientId, (tx) =>
    tx.execute(sql`analyze (skip_locked) ${contacts}, ${creditLedger}, ${segmentContacts}`),
  );
}
