import { checkedToken } from './fragment.ts';
import type { Identifier, Slot, Sql } from './sql.ts';
import { emptySql, ident, inline, join, sql, text } from './sql.ts';
import type { ColumnDefinition, IndexDefinition, TableDefinition } from './table.ts';
import type { Topology } from './warehouse.ts';

/** On a cluster, rows live in `<name>_local` on every node, and `<name>` reads all of them. */
const LOCAL_SUFFIX = '_local';

/** ` ON CLUSTER name` on a cluster, else empty. For statements that change definitions or mutate rows. */
export function onCluster(topology: Topology): Sql {
  return topology.kind === 'cluster' ? sql` ON CLUSTER ${ident(topology.cluster)}` : emptySql;
}

/** The table that holds the rows on each node. Use it in ALTER, OPTIMIZE and TRUNCATE. */
export function localTable(topology: Topology, table: { database: string; name: string }): Identifier {
  return ident(table.database, topology.kind === 'cluster' ? `${table.name}${LOCAL_SUFFIX}` : table.name);
}

/** True for the `_local` table behind a distributed one. */
export function isLocalTable(topology: Topology, name: string): boolean {
  return topology.kind === 'cluster' && name.endsWith(LOCAL_SUFFIX);
}

/**
 * The statements that create a table, in order; each can be repeated.
 * @throws TypeError for a malformed type, codec, index or setting.
 */
export function createTableStatements(table: TableDefinition, topology: Topology): Sql[] {
  return tableStatements(table, topology, sql`(\n${elements(table)}\n)`);
}

/**
 * The statements that copy a table: columns and indexes come from `source`, whatever the definition says. The tables
 * share their row files, so a copy takes no time or space, and later changes to one don't affect the other. All
 * statements can be repeated except the last, which would add the rows again.
 */
export function cloneTableStatements(
  source: { database: string; name: string },
  table: TableDefinition,
  topology: Topology,
): Sql[] {
  const rows = localTable(topology, source);
  const attach = sql`ALTER TABLE ${localTable(topology, table)}${onCluster(topology)} ATTACH PARTITION ALL FROM ${rows}`;
  return [...tableStatements(table, topology, sql`AS ${rows}`), inline(attach)];
}

function tableStatements(table: TableDefinition, topology: Topology, columns: Sql): Sql[] {
  const rows = localTable(topology, table);
  const statements = [
    sql`CREATE TABLE IF NOT EXISTS ${rows}${onCluster(topology)}
${columns}
ENGINE = ${isInMemory(table, topology) ? sql`Memory` : sql`${engine(table, topology)}${clauses(table)}`}`,
  ];
  if (topology.kind === 'cluster') {
    const target = sql`${text(topology.cluster)}, ${text(table.database)}, ${text(`${table.name}${LOCAL_SUFFIX}`)}`;
    statements.push(
      sql`CREATE TABLE IF NOT EXISTS ${ident(table.database, table.name)}${onCluster(topology)} AS ${rows}
ENGINE = Distributed(${target}, ${table.shardBy})`,
    );
  }
  return statements.map(inline);
}

/**
 * The statements that add a column to an existing table; each can be repeated. For old rows, a materialized column is
 * computed on every read until their part is rewritten.
 * @throws TypeError if the definition has no such column.
 */
export function addColumnStatements(table: TableDefinition, name: string, topology: Topology): Sql[] {
  const added = table.columns.find((candidate) => candidate.name === name);
  if (added === undefined) throw new TypeError(`${table.name} has no column ${name}`);
  const add = (target: Identifier): Sql =>
    inline(sql`ALTER TABLE ${target}${onCluster(topology)} ADD COLUMN IF NOT EXISTS ${column(added)}`);
  const statements = [add(localTable(topology, table))];
  if (topology.kind === 'cluster') statements.push(add(ident(table.database, table.name)));
  return statements;
}

/** The statement that changes settings of a table; it can be repeated. */
export function modifySettingsStatement(
  table: { database: string; name: string },
  settings: Readonly<Record<string, string | number>>,
  topology: Topology,
): Sql {
  return inline(
    sql`ALTER TABLE ${localTable(topology, table)}${onCluster(topology)} MODIFY SETTING ${assignments(settings)}`,
  );
}

/** Drops a table and waits until it is gone. */
export function dropTableStatements(table: { database: string; name: string }, topology: Topology): Sql[] {
  const names = [ident(table.database, table.name)];
  if (topology.kind === 'cluster') names.push(localTable(topology, table));
  return names.map((name) => inline(sql`DROP TABLE IF EXISTS ${name}${onCluster(topology)} SYNC`));
}

export function createDatabaseStatement(database: string, topology: Topology): Sql {
  return inline(sql`CREATE DATABASE IF NOT EXISTS ${ident(database)}${onCluster(topology)}`);
}

export function dropDatabaseStatement(database: string, topology: Topology): Sql {
  return inline(sql`DROP DATABASE IF EXISTS ${ident(database)}${onCluster(topology)} SYNC`);
}

function elements(table: TableDefinition): Sql {
  const indexes = table.indexes ?? [];
  return lines([...table.columns.map(column), ...indexes.map(index)]);
}

function lines(fragments: readonly Sql[]): Sql {
  return join(
    fragments.map((fragment) => sql`  ${fragment}`),
    ',\n',
  );
}

function column(definition: ColumnDefinition): Sql {
  const value = definition.default === undefined ? emptySql : sql` DEFAULT ${definition.default}`;
  const computed = definition.materialized === undefined ? emptySql : sql` MATERIALIZED ${definition.materialized}`;
  const codec = definition.codec === undefined ? emptySql : sql` CODEC(${checkedToken(definition.codec, 'codec')})`;
  return sql`${ident(definition.name)} ${checkedToken(definition.type, 'type')}${value}${computed}${codec}`;
}

function index(definition: IndexDefinition): Sql {
  const granularity =
    definition.granularity === undefined
      ? emptySql
      : sql` GRANULARITY ${checkedToken(String(definition.granularity), 'number')}`;
  return sql`INDEX ${ident(definition.name)} ${definition.expression} TYPE ${checkedToken(definition.type, 'index')}${granularity}`;
}

const isInMemory = (table: TableDefinition, topology: Topology): boolean =>
  table.engine.kind === 'Memory' && topology.kind === 'single';

/** Keeper path and replica name; each node fills in the macros. */
const REPLICA = sql`'/clickhouse/tables/{uuid}/{shard}', '{replica}'`;

function engine(table: TableDefinition, topology: Topology): Sql {
  const replicated = topology.kind === 'cluster';
  const parameters: Slot[] = replicated ? [REPLICA] : [];
  if (table.engine.kind !== 'ReplacingMergeTree') {
    return replicated ? sql`ReplicatedMergeTree(${join(parameters)})` : sql`MergeTree`;
  }
  if (table.engine.version !== undefined) parameters.push(ident(table.engine.version));
  const name = replicated ? sql`ReplicatedReplacingMergeTree` : sql`ReplacingMergeTree`;
  return parameters.length === 0 ? name : sql`${name}(${join(parameters)})`;
}

function clauses(table: TableDefinition): Sql {
  const partition = table.partitionBy === undefined ? emptySql : sql`\nPARTITION BY ${table.partitionBy}`;
  const primary = table.primaryKey === undefined ? emptySql : sql`\nPRIMARY KEY ${key(table.primaryKey)}`;
  const { settings = {} } = table;
  const last = Object.keys(settings).length === 0 ? emptySql : sql`\nSETTINGS ${assignments(settings)}`;
  return sql`${partition}${primary}\nORDER BY ${key(table.orderBy)}${last}`;
}

function assignments(settings: Readonly<Record<string, string | number>>): Sql {
  return join(
    Object.entries(settings).map(([name, value]) => sql`${checkedToken(name, 'setting')} = ${setting(value)}`),
  );
}

function key(parts: readonly (string | Sql)[]): Sql {
  return sql`(${join(parts.map((part) => (typeof part === 'string' ? ident(part) : part)))})`;
}

function setting(value: string | number): Slot {
  return typeof value === 'string' ? text(value) : checkedToken(String(value), 'number');
}
