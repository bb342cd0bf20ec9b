import type { BoundValue } from './literal.ts';
import { boundValue, literal, quoteIdentifier } from './literal.ts';
import type { Param, Sql } from './sql.ts';

/**
 * Renders a statement as one text with literals, for the embedded engine, whose parameter binding is
 * serialised across the whole process.
 * @throws TypeError for a value that its type cannot hold.
 */
export function renderInline(statement: Sql): string {
  return statement.render((slot) => (slot.kind === 'identifier' ? quoteIdentifier(slot) : literal(slot)));
}

/** A statement with `{p1:Type}` places, and the values that the client binds to them. */
export interface BoundStatement {
  query: string;
  params: Record<string, BoundValue>;
}

/** Bound values travel in the URL, which is short; what does not fit goes into the statement's body. */
const MAX_BOUND_BYTES = 4000;

/**
 * Renders a statement with bound parameters p1, p2, … for a ClickHouse server. Long lists, tuples and everything in
 * an `inline` statement become literals instead.
 * @throws TypeError for a value that its type cannot hold.
 */
export function renderBound(statement: Sql): BoundStatement {
  if (statement.isInline) return { query: renderInline(statement), params: {} };
  const params: Record<string, BoundValue> = {};
  let names = 0;
  let spent = 0;
  const place = (param: Param): string => {
    const written = literal(param);
    const cost = Buffer.byteLength(written) + 16;
    const bound = spent + cost > MAX_BOUND_BYTES ? undefined : boundValue(param);
    if (bound === undefined) return written;
    spent += cost;
    names += 1;
    params[`p${names}`] = bound.value;
    return `{p${names}:${bound.type}}`;
  };
  const query = statement.render((slot) => (slot.kind === 'identifier' ? quoteIdentifier(slot) : place(slot)));
  return { query, params };
}
