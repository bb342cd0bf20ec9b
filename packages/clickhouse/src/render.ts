import type { BoundValue } from './literal.ts';
import { boundValue, literal, quoteIdentifier } from './literal.ts';
import type { Param, Sql } from './sql.ts';

/**
 * Renders a statement with literals, for the embedded engine, whose parameter binding is serialised across the process.
 * @throws TypeError for a value that its type cannot hold.
 */
export function renderInline(statement: Sql): string {
  return statement.render((slot) => (slot.kind === 'identifier' ? quoteIdentifier(slot) : literal(slot)));
}

/** A statement with `{p1:Type}` placeholders and their values. */
export interface BoundStatement {
  query: string;
  params: Record<string, BoundValue>;
}

/** Bound values travel in the URL, whose length is limited; the rest become literals in the statement. */
const MAX_BOUND_BYTES = 4000;

/**
 * Renders a statement with bound parameters p1, p2, … for a ClickHouse server. Long lists, tuples and the parameters of
 * an `inline` statement become literals.
 * @throws TypeError for a value that its type cannot hold.
 */
export function renderBound(statement: Sql): BoundStatement {
  if (statement.isInline) return { query: renderInline(statement), params: {} };
  const params: Record<string, BoundValue> = {};
  let count = 0;
  let bytes = 0;
  const bind = (param: Param): string => {
    const asLiteral = literal(param);
    const size = Buffer.byteLength(asLiteral) + 16;
    const bound = bytes + size > MAX_BOUND_BYTES ? undefined : boundValue(param);
    if (bound === undefined) return asLiteral;
    bytes += size;
    count += 1;
    params[`p${count}`] = bound.value;
    return `{p${count}:${bound.type}}`;
  };
  const query = statement.render((slot) => (slot.kind === 'identifier' ? quoteIdentifier(slot) : bind(slot)));
  return { query, params };
}
