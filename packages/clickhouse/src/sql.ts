/**
 * The only way to write ClickHouse SQL. A template's slots take fragments or typed parameters;
 * a bare string does not compile, so no value reaches SQL text unescaped.
 */

/** A value with its ClickHouse type, e.g. `Array(String)`. Rendered as a literal or bound, by the driver. */
export interface Param {
  readonly kind: 'param';
  readonly type: string;
  readonly value: ParamValue;
}

/** What a parameter may hold. Dates travel as `yyyy-mm-dd`, date-times as ISO 8601 in UTC, big integers as bigint or decimal text. */
export type ParamValue = string | number | bigint | boolean | null | readonly ParamValue[];

/** A quoted identifier path, e.g. database and table. */
export interface Identifier {
  readonly kind: 'identifier';
  readonly parts: readonly string[];
}

/** An immutable piece of SQL: texts with slots between them (`texts.length === slots.length + 1`). */
export interface Sql {
  readonly kind: 'sql';
  readonly texts: readonly string[];
  readonly slots: readonly (Param | Identifier)[];
}

/** What a slot of the `sql` tag accepts. */
export type Slot = Sql | Param | Identifier;

/** Builds a fragment; nested fragments are spliced in place. */
export function sql(strings: TemplateStringsArray, ...slots: readonly Slot[]): Sql {
  return splice(strings, slots);
}

function splice(strings: readonly string[], slots: readonly Slot[]): Sql {
  const texts: string[] = [strings[0] ?? ''];
  const flat: (Param | Identifier)[] = [];
  slots.forEach((slot, index) => {
    const after = strings[index + 1] ?? '';
    if (slot.kind === 'sql') {
      texts[texts.length - 1] += slot.texts[0] ?? '';
      slot.slots.forEach((inner, at) => {
        flat.push(inner);
        texts.push(slot.texts[at + 1] ?? '');
      });
      texts[texts.length - 1] += after;
    } else {
      flat.push(slot);
      texts.push(after);
    }
  });
  return { kind: 'sql', texts, slots: flat };
}

/** The fragment with no text. */
export const emptySql: Sql = { kind: 'sql', texts: [''], slots: [] };

/** Joins fragments with a fixed separator written in the source, e.g. `join(rules, ' AND ')`. */
export function join(fragments: readonly Slot[], separator: JoinSeparator = ', '): Sql {
  if (fragments.length === 0) return emptySql;
  return splice(['', ...Array.from({ length: fragments.length - 1 }, () => separator), ''], fragments);
}

/** The separators that `join` accepts: a closed list, so that no text slips in beside the slots. */
export type JoinSeparator = ', ' | ' AND ' | ' OR ' | ' + ' | ' ' | '\n' | ',\n' | ' UNION ALL ';

/** A typed parameter of any ClickHouse type; prefer the named ones below. */
export function param(type: string, value: ParamValue): Param {
  return { kind: 'param', type, value };
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
export const ident = (...parts: readonly string[]): Identifier => ({ kind: 'identifier', parts });

/**
 * Membership in a sub-query. Written as GLOBAL IN so that it is right over sharded tables as well;
 * on one node GLOBAL changes nothing.
 */
export function inSubquery(expression: Slot, subquery: Sql): Sql {
  return sql`${expression} GLOBAL IN (${subquery})`;
}
