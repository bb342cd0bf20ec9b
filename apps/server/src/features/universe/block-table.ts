import { type Sql, sql } from '@quarry/clickhouse';
import { foldSql } from '@quarry/filters/compile';

/** A column: its ClickHouse type, and the expression that fills it where rows do not give it themselves. */
interface Column {
  readonly type: string;
  /** Computed by the engine on insert, never given. */
  readonly materialized?: Sql;
  readonly default?: Sql;
}

/** Columns by name, in order. */
export type Columns = Readonly<Record<string, Column>>;

export const text: Column = { type: 'String' };
export const label: Column = { type: 'LowCardinality(String)' };
export const number: Column = { type: 'Nullable(Float64)' };
export const day: Column = { type: 'Nullable(Date32)' };
export const maybe: Column = { type: 'Nullable(Bool)' };
export const list: Column = { type: 'Array(String)' };
export const flag: Column = { type: 'Bool', default: sql`false` };
export const id: Column = { type: 'UInt64' };
export const instant: Column = { type: "DateTime64(3, 'UTC')" };

/** A text in the form in which keywords and criteria search it. */
export const folded = (expression: Sql): Column => ({ type: 'String', materialized: foldSql(expression) });

/** Of several versions of a row, the engine keeps the newest. */
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

/** A table with many rows per company; `item_id` is stable. */
export function detailTable<const Name extends string>(name: Name, columns: Columns): BlockTable<Name> {
  return { name, rows: 'many', columns: { company_id: id, item_id: id, ...columns, is_synthetic: flag, version } };
}
