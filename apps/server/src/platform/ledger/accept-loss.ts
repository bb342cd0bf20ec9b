import {
  countKeys,
  detachPart,
  dropBrokenParts,
  isPartSound,
  listParts,
  readTableStates,
  type Warehouse,
} from '@quarry/clickhouse';
import type { Database } from '@quarry/postgres';
import { keyOf, readLedger, type TableRecord } from './check-tables.ts';
import { recordWhole } from './record-tables.ts';

interface Stores {
  readonly db: Database;
  readonly warehouse: Warehouse;
}

/** Sets unreadable parts of the tables aside and records what is left as whole. */
export async function acceptLoss(stores: Stores, isAccepted: (record: TableRecord) => boolean): Promise<void> {
  const { db, warehouse } = stores;
  for (const [record] of await readLedger(stores)) {
    if (!isAccepted(record)) continue;
    for (const part of await listParts(warehouse, record)) {
      if (!(await isPartSound(warehouse, record, part))) await detachPart(warehouse, record, part);
    }
    const states = await readTableStates(warehouse, [record.database]);
    const state = states.find((each) => keyOf(each) === keyOf(record));
    if (state === undefined) continue;
    await dropBrokenParts(warehouse, state);
    const rows = record.clientId === null ? await countKeys(warehouse, record) : state.rows;
    await db.asSystem((tx) => recordWhole(tx, { ...record, rows }));
  }
}
