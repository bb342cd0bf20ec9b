import { ident, join, type Slot, type Sql, sql } from '@quarry/clickhouse';
import { UNIVERSE, type UniverseTable } from '../universe-table.ts';

/** `INSERT INTO <table> (<columns>) SELECT <values> FROM <from>`, from pairs of column and value. */
export function insertSelect(table: UniverseTable, values: Readonly<Record<string, Slot>>, from: Sql): Sql {
  const names = Object.keys(values).map((name) => ident(name));
  return sql`INSERT INTO ${ident(UNIVERSE, table)} (${join(names)}) SELECT ${join(Object.values(values))} FROM ${from}`;
}

/** `<value> AS <name>, …` */
export function columns(values: Readonly<Record<string, Slot>>): Sql {
  return join(Object.entries(values).map(([name, value]) => sql`${value} AS ${ident(name)}`));
}
