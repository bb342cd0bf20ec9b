import { type UnreadablePart, unreadablePart, WarehouseError } from './errors.ts';
import { quoteIdentifier } from './literal.ts';
import type { Sql } from './sql.ts';
import { ident } from './sql.ts';
import type { Warehouse } from './warehouse.ts';

/** The tables whose rows are incomplete, and where to report more of them. */
export interface DamageWatch {
  /** The damaged tables, usually none. */
  list(): readonly { readonly database: string; readonly table: string }[];
  /** Called when a statement could not read a part. */
  found(part: UnreadablePart): void;
}

/** Statements that may read a table; the others, such as DROP, may name a damaged one. */
const READING_COMMAND = /^\s*(?:INSERT|ALTER|CREATE)\b/i;

/**
 * The same warehouse, but a statement that reads a damaged table fails with `damaged` instead of answering without the
 * rows that are missing.
 */
export function watchDamage(warehouse: Warehouse, watch: DamageWatch): Warehouse {
  const observe = (error: unknown): void => {
    if (!(error instanceof WarehouseError) || error.kind !== 'damaged') return;
    const part = unreadablePart(error);
    if (part !== null) watch.found(part);
  };
  const checked = async <T>(statement: Sql, run: () => Promise<T>): Promise<T> => {
    refuseDamaged(statement, watch);
    try {
      return await run();
    } catch (error) {
      observe(error);
      throw error;
    }
  };
  return {
    topology: warehouse.topology,
    rows: (statement, row, options) => checked(statement, () => warehouse.rows(statement, row, options)),
    rowsWithTotal: (statement, row, options) =>
      checked(statement, () => warehouse.rowsWithTotal(statement, row, options)),
    writeFile: (path, statement, format, options) =>
      checked(statement, () => warehouse.writeFile(path, statement, format, options)),
    command: (statement, options) =>
      READING_COMMAND.test(statement.render(() => ''))
        ? checked(statement, () => warehouse.command(statement, options))
        : warehouse.command(statement, options),
    insert: (table, rows, options) => warehouse.insert(table, rows, options),
    insertBinary: (table, columns, rows, options) => warehouse.insertBinary(table, columns, rows, options),
    ping: () => warehouse.ping(),
    close: (graceMs) => warehouse.close(graceMs),
  };
}

function refuseDamaged(statement: Sql, { list }: DamageWatch): void {
  const damaged = new Set(list().map(({ database, table }) => quoteIdentifier(ident(database, table))));
  if (damaged.size === 0) return;
  statement.render((slot) => {
    if (slot.kind === 'identifier' && damaged.has(quoteIdentifier(slot))) throw new WarehouseError('damaged');
    return '';
  });
}
