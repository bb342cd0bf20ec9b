import type { Warehouse } from '@quarry/clickhouse';
import { and, type Database, eq, inArray, sql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { scoreRecalculations } from '@quarry/postgres/tables/scoring';
import { z } from 'zod';
import { deleteChanges } from './history.sql.ts';
import { recordHistoryRows } from './settle-changes.ts';

/** The history reaches back so far. */
const KEPT_MONTHS = 12;
/** Changes that the history of a field has, at least those of its last recalculation. */
const KEPT_CHANGES = 5_000_000;

const oldRow = z.object({ number: z.coerce.number(), clientId: z.string() });

interface Bounds {
  readonly now?: Date;
  readonly keptChanges?: number;
}

/**
 * Deletes changes that readers no longer see: those of deleted fields and of recalculations that came to nothing, those
 * of more than a year ago, and the oldest of fields with too many. Returns how many recalculations.
 */
export async function dropOldChanges(
  { db, warehouse }: { readonly db: Database; readonly warehouse: Warehouse },
  { now = new Date(), keptChanges = KEPT_CHANGES }: Bounds = {},
): Promise<number> {
  const found = await db.asSystem((tx) => tx.execute(oldRecalculations(now, keptChanges)));
  const old = z.array(oldRow).parse(found.rows);
  for (const [clientId, rows] of Map.groupBy(old, (row) => row.clientId)) {
    const numbers = rows.map(({ number }) => number);
    const ofThese = and(eq(scoreRecalculations.clientId, clientId), inArray(scoreRecalculations.number, numbers));
    // In this order: a killed run leaves rows that the next one finds, and the ledger never counts on deleted ones.
    const client = await db.asClient(clientId, async (tx) => {
      const [row] = await tx
        .select({ id: clients.id, name: clients.name })
        .from(clients)
        .where(eq(clients.id, clientId))
        .for('update');
      if (row === undefined) return null;
      await tx.update(scoreRecalculations).set({ status: 'Dropped' }).where(ofThese);
      await recordHistoryRows(tx, row);
      return row;
    });
    if (client === null) continue;
    await warehouse.command(deleteChanges(client.name, numbers, warehouse.topology), { lane: 'jobs' });
    await db.asClient(clientId, (tx) => tx.delete(scoreRecalculations).where(ofThese));
  }
  return old.length;
}

/** What is being written, or was until a moment ago, may get more rows for a day. */
function oldRecalculations(now: Date, keptChanges: number) {
  const at = now.toISOString();
  return sql`select number, client_id as "clientId" from (
      select number, client_id, scoring_config_id, status, started_at,
        sum(changes) over newest_first as changes_since,
        row_number() over newest_first = 1 as is_last
      from ${scoreRecalculations}
      window newest_first as (partition by scoring_config_id, status order by number desc)
    ) as recalculation
    where (status = 'Done' and (
        scoring_config_id is null
        or started_at < ${at}::timestamptz - make_interval(months => ${KEPT_MONTHS})
        or (changes_since > ${keptChanges} and not is_last)))
      or (status <> 'Done' and started_at < ${at}::timestamptz - interval '1 day')
    order by number`;
}
