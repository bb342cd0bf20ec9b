import { type Sql, sql } from '@quarry/clickhouse';
import { foldSql } from '@quarry/filters/compile';

/** A column: its ClickHouse type, and the expression that fills it when a row gives no value. */
interface Column {
  readonly type: string;
  /** Computed by the engine on insert; rows never give it. */
  readonly materialized?: Sql;
  readonly default?: Sql;
}

export type Columns = Readonly<Record<string, Column>>;

export const text: Column = { type: 'String' };
export const label: Column = { type: 'LowCardinality(String)' };
export const number: Column = { type: 'Nullable(Float64)' };
export const day: Column = { type: 'Nullable(Date32)' };
export const boolean: Column = { type: 'Nullable(Bool)' };
export const list: Column = { type: 'Array(String)' };
export const flag: Column = { type: 'Bool', default: sql`false` };
export const id: Column = { type: 'UInt64' };
export const instant: Column = { type: "DateTime64(3, 'UTC')" };

/** The folded form of a text, which keywords and criteria search. */
export const folded = (expression: Sql): Column => ({ type: 'String', materialized: foldSql(expression) });

/** The engine keeps the newest version of a row. */
export const version: Column = { type: 'UInt64', default: sql`1` };

/** The table that a data block reads. */
export interface BlockTable<Name extends string = string> {
  readonly name: Name;
  /** Rows per company. */
  readonly rows: 'one' | 'many';
  readonly columns: Columns;
}

/** A table with one row per company. */
export function companyTable<const Name extends string>(name: Name, columns: Columns): BlockTable<Name> {
  return { name, rows: 'one', columns: { company_id: id, ...columns, is_synthetic: flag, version } };
}

/** A table with many rows per company; the `item_id` of a row is stable. */
export function detailTable<const Name extends string>(name: Name, columns: Columns): BlockTable<Name> {
  return { name, rows: 'many', columns: { company_id: id, item_id: id, ...columns, is_synthetic: flag, version } };
}
