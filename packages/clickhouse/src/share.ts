import type { StatementOptions, Warehouse } from './warehouse.ts';

/** Stands for the installation itself: imports, upkeep, commands. */
const INSTALLATION = '';

export function shareOf(options: StatementOptions): string {
  return options.share ?? INSTALLATION;
}

/** The warehouse for one account: its statements take the account's turns in every lane. May be applied again. */
export function withShare(warehouse: Warehouse, share: string): Warehouse {
  return {
    ...warehouse,
    rows: (statement, row, options) => warehouse.rows(statement, row, { share, ...options }),
    rowsWithTotal: (statement, row, options) => warehouse.rowsWithTotal(statement, row, { share, ...options }),
    writeFile: (path, statement, format, options) =>
      warehouse.writeFile(path, statement, format, { share, ...options }),
    command: (statement, options) => warehouse.command(statement, { share, ...options }),
    insert: (table, rows, options) => warehouse.insert(table, rows, { share, ...options }),
    insertBinary: (table, columns, rows, options) =>
      warehouse.insertBinary(table, columns, rows, { share, ...options }),
  };
}
