import type { z } from 'zod';
import type { Sql } from './sql.ts';

/**
 * Who waits for a statement. `people` statements are short and limited; people wait seconds for `analysis`, such as
 * previews over the universe; nobody waits for `jobs`. Separate lanes keep builds and previews from delaying searches.
 */
export type Lane = 'people' | 'analysis' | 'jobs';

export interface StatementOptions {
  /** Default `people`. */
  lane?: Lane;
  /** The account whose turn the statement takes in its lane. `withShare` sets it; default: the installation's own. */
  share?: string;
  /** Aborting rejects at once and kills the statement in the engine. */
  signal?: AbortSignal;
  /** Engine-side time limit. Default 30 s for `people`, 5 min for `analysis`, 6 h for `jobs`. */
  timeoutMs?: number;
  /** Engine-side memory limit in bytes; defaults per lane. */
  maxMemoryBytes?: number;
  /** Extra engine settings, from a closed list of names known to the drivers. */
  settings?: Readonly<Record<string, string | number>>;
}

export interface RowsWithTotal<T> {
  rows: T[];
  /** Exact, unless the options turn `exact_rows_before_limit` off. */
  rowsBeforeLimit: number;
}

/** `TSVRaw` writes texts unescaped, with a line feed after each row. */
export type FileFormat = 'TSVRaw' | 'Parquet';

/** A column of rows in RowBinary, with its ClickHouse type there. */
export interface BinaryColumn {
  readonly name: string;
  readonly type: string;
}

/** The data plane. One interface, two drivers: embedded chDB and a ClickHouse cluster over HTTP. */
export interface Warehouse {
  /** Runs a SELECT and parses each row (JSON objects; 64-bit integers arrive as strings). */
  rows<T>(statement: Sql, row: z.ZodType<T>, options?: StatementOptions): Promise<T[]>;
  /** Like `rows`, with the row count before LIMIT. */
  rowsWithTotal<T>(statement: Sql, row: z.ZodType<T>, options?: StatementOptions): Promise<RowsWithTotal<T>>;
  /**
   * Runs a SELECT and appends the answer to a local file, in bounded memory. After a failure the file holds a part of it.
   * `Parquet` needs an empty or missing file.
   */
  writeFile(path: string, statement: Sql, format: FileFormat, options?: StatementOptions): Promise<void>;
  /** Runs a statement without an answer: INSERT … SELECT, ALTER, DROP. */
  command(statement: Sql, options?: StatementOptions): Promise<void>;
  /** Inserts JSON rows; resolves once the engine has acknowledged all of them. */
  insert(
    table: { database: string; table: string },
    rows: readonly Readonly<Record<string, unknown>>[],
    options?: StatementOptions & {
      /** The columns to insert; the others take their defaults. */
      columns?: readonly string[];
    },
  ): Promise<void>;
  /**
   * Inserts rows that are already in the engine's format RowBinary, with the values of `columns` in these types, which may
   * differ from the table's. The engine reads them several times as fast as JSON. Don't change the bytes before it has
   * answered.
   */
  insertBinary(
    table: { database: string; table: string },
    columns: readonly BinaryColumn[],
    rows: Uint8Array,
    options?: StatementOptions,
  ): Promise<void>;
  /** Decides how DDL is rendered. */
  readonly topology: Topology;
  /** Resolves when the engine answers; rejects otherwise. */
  ping(): Promise<void>;
  /** Waits at most `graceMs` for running statements, then closes. */
  close(graceMs?: number): Promise<void>;
}

/** One engine in this process, or a named cluster. */
export type Topology = { kind: 'single' } | { kind: 'cluster'; cluster: string };
