/**
 * The only way to write ClickHouse SQL. A template's slots take fragments or typed parameters; a bare string doesn't
 * compile, so no value reaches SQL text unescaped.
 */
import { Identifier, Param, type ParamValue, type Slot, Sql } from './fragment.ts';

export type { Identifier, Param, ParamValue, Slot, Sql } from './fragment.ts';

/** Builds a fragment; nested fragments are spliced in place. */
export function sql(strings: TemplateStringsArray, ...slots: readonly Slot[]): Sql {
  // The strings of a template are frozen; an array built at run time is not.
  if (!Array.isArray(strings) || !Object.isFrozen(strings))
    throw new TypeError('sql is a template tag and cannot be called with text');
  return new Sql(strings, slots);
}

export const emptySql: Sql = sql``;

/** Marks a fragment that reads the clock, random values, or rows that change without a new version of their table. */
export const volatile = (fragment: Slot): Sql => new Sql(['', ''], [fragment], { isVolatile: true });

/** Marks a statement that takes no bound parameters, such as CREATE, DROP or KILL: every driver writes literals. */
export const inline = (statement: Sql): Sql => new Sql(['', ''], [statement], { isInline: true });

/** Joins fragments with a fixed separator written in the source, e.g. `join(rules, ' AND ')`. */
export function join(fragments: readonly Slot[], separator: JoinSeparator = ', '): Sql {
  if (fragments.length === 0) return emptySql;
  return new Sql(['', ...Array.from({ length: fragments.length - 1 }, () => separator), ''], fragments);
}

/** The separators that `join` accepts; a closed list, so no other text gets into a statement. */
export type JoinSeparator = ', ' | ' AND ' | ' OR ' | ' + ' | ' ' | '\n' | ',\n' | ' UNION ALL ';

/** A parameter of any ClickHouse type; prefer the typed ones below. */
export function param(type: string, value: ParamValue): Param {
  return new Param(type, value);
}

/** A String parameter. */
export const text = (value: string): Param => param('String', value);
/** An Array(String) parameter. */
export const texts = (values: readonly string[]): Param => param('Array(String)', values);
/** A Float64 parameter. */
export const float = (value: number): Param => param('Float64', value);
/** A UInt64 parameter, from bigint, a safe integer, or decimal text. */
export const uint = (value: bigint | number | string): Param => param('UInt64', value);
/** An Array(UInt64) parameter. */
export const uints = (values: readonly (bigint | number | string)[]): Param => param('Array(UInt64)', values);
/** A Bool parameter. */
export const bool = (value: boolean): Param => param('Bool', value);
/** A Date32 parameter from `yyyy-mm-dd`. */
export const date = (value: string): Param => param('Date32', value);
/** A DateTime64(3, 'UTC') parameter from a Date. */
export const instant = (value: Date): Param => param("DateTime64(3, 'UTC')", value.toISOString());
/** A quoted identifier: `ident('universe', 'companies')`. Every part is escaped. */
export const ident = (...parts: readonly string[]): Identifier => new Identifier(parts);

/**
 * Membership in a sub-query. GLOBAL IN is also correct over sharded tables; on one node GLOBAL changes nothing.
 */
export function inSubquery(expression: Slot, subquery: Sql): Sql {
  return sql`${expression} GLOBAL IN (${subquery})`;
}
