import { type TableName, type UnreadablePart, type Warehouse, watchDamage } from '@quarry/clickhouse';
import { and, type Database, eq } from '@quarry/postgres';
import { tableLedger } from '@quarry/postgres/tables/table-ledger';
import type { Logger } from 'pino';
import { type PeriodicTask, startPeriodicTask } from '#server/platform/work/periodic-task.ts';
import { dataDamaged } from '../errors.ts';
import type { Problems } from '../problems.ts';
import { acceptLoss } from './accept-loss.ts';
import { checkTables, type DamagedTable, keyOf, readRevision } from './check-tables.ts';
import { adoptTables, recordWrites } from './record-writes.ts';
import { scanParts } from './scan-parts.ts';

/** Knows how many rows each kept table of the data plane should have, and which tables lack some. */
export interface Ledger {
  /** The warehouse without the rows of damaged tables: statements that read one fail. */
  readonly warehouse: Warehouse;
  /** The warehouse with whatever rows are left, for repairs. */
  readonly engine: Warehouse;
  readonly hasDamage: () => boolean;
  /**
   * Changes after a write to tables of the installation, in other processes within a minute. Caches of what these tables
   * hold have it in their keys.
   */
  readonly revision: () => string;
  /**
   * Compares the recorded tables with the engine, and reports and settles problems. A thorough check may take as long as
   * counting the largest tables.
   */
  check(options?: { readonly isThorough: boolean }): Promise<void>;
  /** Throws DATA_DAMAGED if a table of the installation, or of this client, is damaged. */
  assertWhole(clientId: string): void;
  /**
   * Runs a write to tables of the installation, which may be damaged, and records what they hold after it. Rows may only
   * become fewer if the write says so.
   */
  recordWrites<T>(
    tables: readonly TableName[],
    work: (warehouse: Warehouse) => Promise<T>,
    options?: { readonly mayRemoveRows: boolean },
  ): Promise<T>;
  /** Takes what is left of the damaged tables that `isAccepted` as whole. */
  acceptLoss(
    isAccepted: (table: { database: string; name: string; clientId: string | null }) => boolean,
  ): Promise<void>;
  /** Records tables that it doesn't know yet as they are now. */
  adopt(tables: readonly TableName[]): Promise<void>;
  /** Checks every minute from now on, and reads every part once now and once a day. */
  start(): void;
  stop(): Promise<void>;
}

const CHECK_EVERY_MS = 60_000;
const SCAN_EVERY_MS = 24 * 3_600_000;

/** The problem of a damaged table. */
export const problemOfTable = (table: TableName): string => `table:${keyOf(table)}`;

export function createLedger(parts: {
  readonly db: Database;
  readonly warehouse: Warehouse;
  readonly problems: Problems;
  readonly log: Logger;
}): Ledger {
  const { db, warehouse, problems, log } = parts;
  const stores = { db, warehouse };
  let damaged: readonly DamagedTable[] = [];
  let revision = '';
  let last: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  let tasks: readonly PeriodicTask[] = [];

  const check = (isThorough: boolean): Promise<void> => {
    const run = async () => {
      const found = await checkTables(stores, { isThorough });
      const keys = new Set(found.map(keyOf));
      for (const table of damaged) if (!keys.has(keyOf(table))) problems.settle(problemOfTable(table));
      for (const table of found) problems.report(problemOfTable(table), table.message);
      damaged = found;
      revision = await readRevision(db);
    };
    // One after the other, so that an older answer never replaces a newer one.
    last = last.then(run, run);
    return last;
  };

  const report = async ({ database, table: name, part }: UnreadablePart): Promise<void> => {
    const isTable = and(eq(tableLedger.database, database), eq(tableLedger.name, name.replace(/_local$/, '')));
    const marked = await db.asSystem((tx) =>
      tx.update(tableLedger).set({ unreadablePart: part }).where(isTable).returning({ name: tableLedger.name }),
    );
    // Reads the part again: a disk may have failed for a moment only.
    if (marked.length > 0) await check(true);
  };

  return {
    warehouse: watchDamage(warehouse, {
      list: () => damaged.map(({ database, name }) => ({ database, table: name })),
      found(part) {
        log.error({ part }, 'a part of a table cannot be read');
        report(part).catch((error: unknown) => log.error({ err: error }, 'an unreadable part could not be recorded'));
      },
    }),
    engine: warehouse,
    hasDamage: () => damaged.length > 0,
    revision: () => revision,
    check: ({ isThorough } = { isThorough: false }) => check(isThorough),
    assertWhole(clientId) {
      if (damaged.some((table) => table.clientId === null || table.clientId === clientId)) throw dataDamaged();
    },
    async recordWrites(tables, work, options) {
      const result = await recordWrites(stores, tables, () => work(warehouse), options);
      await check(false);
      return result;
    },
    async acceptLoss(isAccepted) {
      const keys = new Set(damaged.map(keyOf));
      await acceptLoss(stores, (record) => keys.has(keyOf(record)) && isAccepted(record));
      await check(true);
    },
    adopt: (tables) => adoptTables(stores, tables),
    start() {
      const onError = (error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'the tables could not be checked');
      };
      const { signal } = stopping;
      const scan = startPeriodicTask({
        everyMs: SCAN_EVERY_MS,
        run: () => scanParts(stores, { signal, found: report }),
        onError,
      });
      tasks = [startPeriodicTask({ everyMs: CHECK_EVERY_MS, run: () => check(false), onError }), scan];
      scan.runNow();
    },
    async stop() {
      stopping.abort();
      await Promise.all(tasks.map((task) => task.stop()));
      await last.catch(() => undefined);
    },
  };
}
