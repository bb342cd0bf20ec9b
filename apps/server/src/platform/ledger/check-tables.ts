import {
  countKeys,
  isPartSound,
  listParts,
  readTableStates,
  type TableName,
  type TableState,
  type Warehouse,
} from '@quarry/clickhouse';
import { and, type Database, eq, isNull, sql } from '@quarry/postgres';
import { tableLedger } from '@quarry/postgres/tables/table-ledger';
import { recordWhole } from './record-tables.ts';

export type TableRecord = typeof tableLedger.$inferSelect;

/** A table that is not as it was recorded. */
export interface DamagedTable extends TableName {
  readonly clientId: string | null;
  /** What is wrong, and what to do. */
  readonly message: string;
}

interface Stores {
  readonly db: Database;
  readonly warehouse: Warehouse;
}

export const keyOf = ({ database, name }: TableName): string => `${database}.${name}`;

/** The recorded tables with what the engine has of each; null if it is missing. */
export async function readLedger({ db, warehouse }: Stores): Promise<[TableRecord, TableState | null][]> {
  // In this order: a table is dropped after its record, and created before it.
  const records = await db.asSystem((tx) =>
    tx.select().from(tableLedger).orderBy(tableLedger.database, tableLedger.name),
  );
  const states = await readTableStates(warehouse, [...new Set(records.map(({ database }) => database))]);
  const byKey = new Map(states.map((state) => [keyOf(state), state]));
  return records.map((record) => [record, byKey.get(keyOf(record)) ?? null]);
}

/**
 * Finds the recorded tables that lack rows or have an unreadable part. A thorough check also counts the keys of tables
 * that wait for merges, and reads unreadable parts again; both take time.
 */
export async function checkTables(
  stores: Stores,
  { isThorough }: { readonly isThorough: boolean },
): Promise<DamagedTable[]> {
  const damaged: DamagedTable[] = [];
  for (const [record, state] of await readLedger(stores)) {
    const problem = await findProblem(stores, record, state, isThorough);
    if (problem !== null) damaged.push({ ...record, message: `${problem} ${REMEDY}` });
  }
  return damaged;
}

const REMEDY = 'Restore a backup, or follow “Damaged data” in docs/production.md.';

const number = (value: number) => value.toLocaleString('en-US');

/** Changes whenever a write to tables of the installation is recorded. */
export async function readRevision(db: Database): Promise<string> {
  const [row] = await db.asSystem((tx) =>
    tx
      .select({ latest: sql<string | null>`max(${tableLedger.recordedAt})::text` })
      .from(tableLedger)
      .where(isNull(tableLedger.clientId)),
  );
  return row?.latest ?? '';
}

async function findProblem(
  stores: Stores,
  record: TableRecord,
  state: TableState | null,
  isThorough: boolean,
): Promise<string | null> {
  const table = keyOf(record);
  if (state === null) return record.rows === 0 ? null : `The table ${table} is missing.`;
  const rows = isThorough ? await countRows(stores.warehouse, record, state) : state.rows;
  const parts = state.brokenParts.map((part) => part.replace(/^broken-on-start_/, ''));
  const broken =
    parts.length === 0 ? 'A part of it is gone' : `The engine set aside broken parts (${parts.join(', ')})`;
  if (rows < record.rows) return `The table ${table} has ${number(rows)} of ${number(record.rows)} rows. ${broken}.`;
  // During a write nobody knows how many rows there should be, so a broken part counts by itself.
  if (record.isBeingWritten && parts.length > 0) return `The table ${table} has lost rows. ${broken}.`;
  const isReadable = record.unreadablePart === null || (await isReadableAgain(stores, record, isThorough));
  if (!isReadable) return `The table ${table} cannot be read: its part ${record.unreadablePart} is damaged.`;
  if (record.isBeingWritten && isThorough) await stores.db.asSystem((tx) => recordWhole(tx, { ...record, rows }));
  return null;
}

/** Tables of clients have no replaced rows. */
async function countRows(warehouse: Warehouse, record: TableRecord, state: TableState): Promise<number> {
  const mayHideLoss = record.clientId === null && !state.isMerged && state.rows > record.rows;
  return mayHideLoss ? countKeys(warehouse, record) : state.rows;
}

async function isReadableAgain({ db, warehouse }: Stores, record: TableRecord, isThorough: boolean): Promise<boolean> {
  const { unreadablePart } = record;
  if (unreadablePart === null) return true;
  const parts = await listParts(warehouse, record);
  const isSound =
    !parts.includes(unreadablePart) || (isThorough && (await isPartSound(warehouse, record, unreadablePart)));
  if (!isSound) return false;
  await db.asSystem((tx) =>
    tx
      .update(tableLedger)
      .set({ unreadablePart: null })
      .where(and(eq(tableLedger.database, record.database), eq(tableLedger.name, record.name))),
  );
  return true;
}
