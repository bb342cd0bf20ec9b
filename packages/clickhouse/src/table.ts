import type { Sql } from './sql.ts';

export interface ColumnDefinition {
  name: string;
  /** ClickHouse type, e.g. `LowCardinality(String)`. */
  type: string;
  /** The value if an insert leaves the column out. */
  default?: Sql;
  /** The expression that fills the column; inserts cannot set it. */
  materialized?: Sql;
  /** Compression, e.g. `ZSTD(3)`. */
  codec?: string;
}

/** A skip index. */
export interface IndexDefinition {
  name: string;
  expression: Sql;
  /** E.g. `minmax`, `set(100)`, `bloom_filter(0.01)`, `text(tokenizer = 'array')`. */
  type: string;
  granularity?: number;
}

/**
 * Settings for tables whose rows must survive a power cut as soon as a statement has answered. The engine's limits on
 * broken parts would keep it from opening at all; set aside, a broken part costs one table.
 */
export const DURABLE = {
  fsync_after_insert: 1,
  fsync_part_directory: 1,
  min_rows_to_fsync_after_merge: 1,
  max_suspicious_broken_parts: 1_000_000,
  max_suspicious_broken_parts_bytes: 1_000_000_000_000_000,
} as const;

/**
 * How a table merges its parts: unchanged, or keeping the row with the highest version per key. A `Memory` table is for
 * rows that work needs for seconds and that are bounded: a restart empties it, and its order, indexes and settings only
 * matter on a cluster, where it is a MergeTree because every replica must have its rows.
 */
export type TableEngine = { kind: 'MergeTree' } | { kind: 'ReplacingMergeTree'; version?: string } | { kind: 'Memory' };

/** A table, defined once for both a single node and a cluster. */
export interface TableDefinition {
  database: string;
  name: string;
  columns: readonly ColumnDefinition[];
  engine: TableEngine;
  /** Column names or expressions; empty for no order. */
  orderBy: readonly (string | Sql)[];
  /** A prefix of `orderBy` kept in memory; default all of it. */
  primaryKey?: readonly (string | Sql)[];
  partitionBy?: Sql;
  indexes?: readonly IndexDefinition[];
  /** MergeTree settings, e.g. `index_granularity`. */
  settings?: Readonly<Record<string, string | number>>;
  /** The expression that decides a row's shard; joined tables need the same one. */
  shardBy: Sql;
}

/**
 * Checks a table definition and returns it.
 * @throws TypeError for no columns, a repeated name, or an engine version that is not a column.
 */
export function defineTable(table: TableDefinition): TableDefinition {
  const names = table.columns.map((column) => column.name);
  if (names.length === 0) throw new TypeError(`Table ${table.name} has no columns`);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw new TypeError(`Table ${table.name} has two columns ${repeated}`);
  if (table.engine.kind === 'ReplacingMergeTree' && table.engine.version !== undefined) {
    if (!names.includes(table.engine.version)) throw new TypeError(`Table ${table.name} has no version column`);
  }
  return table;
}
