import { z } from 'zod';
import {
  addColumnStatements,
  cloneTableStatements,
  createDatabaseStatement,
  createTableStatements,
  dropDatabaseStatement,
  dropTableStatements,
  isLocalTable,
  localTable,
  modifySettingsStatement,
  onCluster,
} from './ddl.ts';
import { sql, text } from './sql.ts';
import type { TableDefinition } from './table.ts';
import type { StatementOptions, Warehouse } from './warehouse.ts';

const JOB: StatementOptions = { lane: 'jobs' };

/** Creates a table on all nodes unless it exists. Its database must exist. */
export async function createTable(
  warehouse: Warehouse,
  table: TableDefinition,
  options: StatementOptions = JOB,
): Promise<void> {
  for (const statement of createTableStatements(table, warehouse.topology)) await warehouse.command(statement, options);
}

/**
 * Copies `source` by sharing its files. Columns and indexes come from `source`; the definition must have the same engine
 * and order, and a new name.
 */
export async function cloneTable(
  warehouse: Warehouse,
  source: { database: string; name: string },
  table: TableDefinition,
  options: StatementOptions = JOB,
): Promise<void> {
  for (const statement of cloneTableStatements(source, table, warehouse.topology)) {
    await warehouse.command(statement, options);
  }
}

/** Adds a column of the definition to an existing table unless the table has it. */
export async function addColumn(
  warehouse: Warehouse,
  table: TableDefinition,
  column: string,
  options: StatementOptions = JOB,
): Promise<void> {
  for (const statement of addColumnStatements(table, column, warehouse.topology)) {
    await warehouse.command(statement, options);
  }
}

/** Changes settings of a table on all nodes. */
export async function modifySettings(
  warehouse: Warehouse,
  table: { database: string; name: string },
  settings: Readonly<Record<string, string | number>>,
): Promise<void> {
  await warehouse.command(modifySettingsStatement(table, settings, warehouse.topology), JOB);
}

/** Drops a table if it exists and waits until it is gone. */
export async function dropTable(
  warehouse: Warehouse,
  table: { database: string; name: string },
  options: StatementOptions = JOB,
): Promise<void> {
  for (const statement of dropTableStatements(table, warehouse.topology)) await warehouse.command(statement, options);
}

/** Merges a table into one part, as far as the engine's limit on the size of parts allows. */
export async function mergeParts(
  warehouse: Warehouse,
  table: { database: string; name: string },
  options: StatementOptions = JOB,
): Promise<void> {
  const { topology } = warehouse;
  await warehouse.command(sql`OPTIMIZE TABLE ${localTable(topology, table)}${onCluster(topology)} FINAL`, options);
}

/** Creates a database unless it exists. */
export async function createDatabase(
  warehouse: Warehouse,
  database: string,
  options: StatementOptions = JOB,
): Promise<void> {
  await warehouse.command(createDatabaseStatement(database, warehouse.topology), options);
}

/** Drops a database and its tables if it exists. */
export async function dropDatabase(
  warehouse: Warehouse,
  database: string,
  options: StatementOptions = JOB,
): Promise<void> {
  await warehouse.command(dropDatabaseStatement(database, warehouse.topology), options);
}

const NameRow = z.object({ name: z.string() });

/** The names of a database's tables in order, without a cluster's `_local` tables. */
export async function listTables(
  warehouse: Warehouse,
  database: string,
  options: StatementOptions = JOB,
): Promise<string[]> {
  const found = await warehouse.rows(
    sql`SELECT name FROM system.tables WHERE database = ${text(database)} ORDER BY name`,
    NameRow,
    options,
  );
  return found.map((row) => row.name).filter((name) => !isLocalTable(warehouse.topology, name));
}
