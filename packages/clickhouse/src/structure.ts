import { quoteIdentifier } from './literal.ts';
import { ident, join, type Sql, sql, text } from './sql.ts';
import type { BinaryColumn } from './warehouse.ts';

/** The names of columns, and their types as table functions take them. */
export function structureOf(columns: readonly BinaryColumn[]): { names: Sql; structure: Sql } {
  const typed = columns.map(({ name, type }) => `${quoteIdentifier(ident(name))} ${type}`);
  return { names: join(columns.map(({ name }) => ident(name))), structure: sql`${text(typed.join(', '))}` };
}
