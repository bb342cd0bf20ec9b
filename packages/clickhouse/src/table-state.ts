import { z } from 'zod';
import { localTable } from './ddl.ts';
import { WarehouseError } from './errors.ts';
import { ident, inline, param, sql, text, texts } from './sql.ts';
import type { StatementOptions, Warehouse } from './warehouse.ts';

export interface TableName {
  readonly database: string;
  readonly name: string;
}

/** What the engine has loaded of a table. */
export interface TableState extends TableName {
  /** Stored rows, including those that a merge will replace. */
  readonly rows: number;
  /** Without parts to merge, a replacing table has one row per key. */
  readonly isMerged: boolean;
  /** Parts that the engine set aside because they are broken. */
  readonly brokenParts: readonly string[];
}

const SHORT: StatementOptions = { lane: 'people' };

const tableRow = z.object({
  database: z.string(),
  name: z.string(),
  rows: z.coerce.number().nullable(),
  parts: z.coerce.number().nullable(),
});
const partRow = z.object({ database: z.string(), table: z.string(), name: z.string() });
const countRow = z.object({ rows: z.coerce.number() });

/** The tables of these databases that exist, from the engine's memory: it reads no rows on a single node. */
export async function readTableStates(warehouse: Warehouse, databases: readonly string[]): Promise<TableState[]> {
  if (databases.length === 0) return [];
  const isCluster = warehouse.topology.kind === 'cluster';
  const tables = await warehouse.rows(
    sql`SELECT database, name, total_rows AS rows, active_parts AS parts FROM system.tables
      WHERE database IN ${texts(databases)}`,
    tableRow,
    SHORT,
  );
  // A cluster fetches the part from another replica, so a broken one alone means nothing there.
  const broken = isCluster ? [] : await readBrokenParts(warehouse, databases);
  const states: TableState[] = [];
  for (const { database, name, rows, parts } of tables) {
    states.push({
      database,
      name,
      rows: rows ?? (isCluster ? await countStored(warehouse, { database, name }) : 0),
      isMerged: parts !== null && parts <= 1,
      brokenParts: broken.filter((part) => part.database === database && part.table === name).map((part) => part.name),
    });
  }
  return states;
}

async function readBrokenParts(warehouse: Warehouse, databases: readonly string[]) {
  return warehouse.rows(
    sql`SELECT database, table, name FROM system.detached_parts
      WHERE database IN ${texts(databases)} AND match(coalesce(reason, ''), '^(broken|unexpected|noquorum)')
      ORDER BY name`,
    partRow,
    SHORT,
  );
}

async function countStored(warehouse: Warehouse, { database, name }: TableName): Promise<number> {
  const [found] = await warehouse.rows(sql`SELECT count() AS rows FROM ${ident(database, name)}`, countRow, SHORT);
  return found?.rows ?? 0;
}

/** Counts the keys of a replacing table: its rows once everything is merged. */
export async function countKeys(warehouse: Warehouse, { database, name }: TableName): Promise<number> {
  const [found] = await warehouse.rows(sql`SELECT count() AS rows FROM ${ident(database, name)} FINAL`, countRow, {
    lane: 'jobs',
  });
  return found?.rows ?? 0;
}

const nameRow = z.object({ name: z.string() });

/** The parts that the engine reads of a table, on this node. */
export async function listParts(warehouse: Warehouse, table: TableName): Promise<string[]> {
  const local = localTable(warehouse.topology, table).parts.at(-1) ?? table.name;
  const found = await warehouse.rows(
    sql`SELECT name FROM system.parts
      WHERE active AND database = ${text(table.database)} AND table = ${text(local)} ORDER BY name`,
    nameRow,
    SHORT,
  );
  return found.map(({ name }) => name);
}

const checkRow = z.object({ is_passed: z.coerce.boolean() });

/** Reads a part whole and compares its checksums. True if the part is sound or gone. */
export async function isPartSound(
  warehouse: Warehouse,
  table: TableName,
  part: string,
  options: StatementOptions = { lane: 'jobs' },
): Promise<boolean> {
  try {
    const found = await warehouse.rows(
      inline(sql`CHECK TABLE ${localTable(warehouse.topology, table)} PART ${param('String', part)}`),
      checkRow,
      { ...options, settings: { ...options.settings, check_query_single_value_result: 0 } },
    );
    return found.every(({ is_passed }) => is_passed);
  } catch (error) {
    if (error instanceof WarehouseError && GONE.has(error.clickhouseCode)) return true;
    throw error;
  }
}

/** NO_SUCH_DATA_PART, UNKNOWN_TABLE and UNKNOWN_DATABASE. */
const GONE: ReadonlySet<number | undefined> = new Set([232, 60, 81]);

/** Sets a part aside in the table's folder `detached`, so that the rest of the table can be read. */
export async function detachPart(warehouse: Warehouse, table: TableName, part: string): Promise<void> {
  await warehouse.command(
    inline(sql`ALTER TABLE ${localTable(warehouse.topology, table)} DETACH PART ${param('String', part)}`),
    { lane: 'jobs' },
  );
}

/** Deletes the broken parts that the engine set aside. */
export async function dropBrokenParts(warehouse: Warehouse, state: TableState): Promise<void> {
  for (const part of state.brokenParts) {
    await warehouse.command(
      inline(sql`ALTER TABLE ${localTable(warehouse.topology, state)} DROP DETACHED PART ${param('String', part)}`),
      { lane: 'jobs', settings: { allow_drop_detached: 1 } },
    );
  }
}
