import {
  countKeys,
  mergeParts,
  readTableStates,
  type TableName,
  type TableState,
  type Warehouse,
} from '@quarry/clickhouse';
import { and, type Database, eq, lte, sql } from '@quarry/postgres';
import { tableLedger } from '@quarry/postgres/tables/table-ledger';
import { keyOf } from './check-tables.ts';
import { recordWhole } from './record-tables.ts';

interface Stores {
  readonly db: Database;
  readonly warehouse: Warehouse;
}

/** Records the tables that the ledger doesn't know yet, with what they hold now. */
export async function adoptTables({ db, warehouse }: Stores, tables: readonly TableName[]): Promise<void> {
  const known = await db.asSystem((tx) => tx.select().from(tableLedger));
  const keys = new Set(known.map(keyOf));
  const added = tables.filter((table) => !keys.has(keyOf(table)));
  if (added.length === 0) return;
  const counted = await countTables(warehouse, added);
  await db.asSystem((tx) => tx.insert(tableLedger).values(counted).onConflictDoNothing());
}

/**
 * Runs a write to tables that keep one row per key, and records what they hold after it. Until then the records only
 * say how much there was before, so an interrupted write raises no alarm.
 */
export async function recordWrites<T>(
  stores: Stores,
  tables: readonly TableName[],
  work: () => Promise<T>,
  { mayRemoveRows }: { readonly mayRemoveRows: boolean } = { mayRemoveRows: false },
): Promise<T> {
  const { db, warehouse } = stores;
  await adoptTables(stores, tables);
  if (mayRemoveRows) await expectFewer(stores, tables);
  await db.asSystem(async (tx) => {
    for (const { database, name } of tables) {
      await tx
        .update(tableLedger)
        .set({ isBeingWritten: true })
        .where(and(eq(tableLedger.database, database), eq(tableLedger.name, name)));
    }
  });
  const result = await work();
  // Then each key is in one part, so a lost part shows in the count, also one that only replaced rows.
  const unmerged = (await readTables(warehouse, tables)).filter(({ isMerged }) => !isMerged);
  // A merge uses one processor; the lane decides how many run at a time.
  await Promise.all(unmerged.map((state) => mergeParts(warehouse, state)));
  const counted = await countTables(warehouse, tables);
  await db.asSystem(async (tx) => {
    const before = await tx.select().from(tableLedger).orderBy(sql`1, 2`).for('update');
    for (const table of counted) {
      const record = before.find((each) => keyOf(each) === keyOf(table));
      // Most writes only add keys: with fewer than before, the table still lacks rows that were lost.
      if (record === undefined || table.rows >= record.rows) await recordWhole(tx, table);
    }
  });
  return result;
}

/** Expects no number of rows of the tables that have all of theirs; a table that lacks some stays damaged. */
async function expectFewer({ db, warehouse }: Stores, tables: readonly TableName[]): Promise<void> {
  const counted = await countTables(warehouse, tables);
  await db.asSystem(async (tx) => {
    for (const { database, name, rows } of counted) {
      await tx
        .update(tableLedger)
        .set({ rows: 0, isBeingWritten: true })
        .where(and(eq(tableLedger.database, database), eq(tableLedger.name, name), lte(tableLedger.rows, rows)));
    }
  });
}

/** The tables with the number of their keys. */
async function countTables(warehouse: Warehouse, tables: readonly TableName[]) {
  const counted: { database: string; name: string; rows: number }[] = [];
  for (const state of await readTables(warehouse, tables)) {
    const { database, name, isMerged, rows } = state;
    counted.push({ database, name, rows: isMerged ? rows : await countKeys(warehouse, state) });
  }
  return counted;
}

async function readTables(warehouse: Warehouse, tables: readonly TableName[]): Promise<TableState[]> {
  const names = new Set(tables.map(keyOf));
  const states = await readTableStates(warehouse, [...new Set(tables.map(({ database }) => database))]);
  return states.filter((state) => names.has(keyOf(state)));
}
