/**
 * The parts of statements. Other packages see these classes only as types, so only the functions of `sql.ts` construct
 * them, and none of those accepts raw text.
 */

/** The private field distinguishes this module's objects from foreign ones of the same shape. */
class Branded {
  readonly #brand = true;

  static is(value: unknown): value is Branded {
    return typeof value === 'object' && value !== null && #brand in value && value.#brand;
  }
}

/** A value with its ClickHouse type, e.g. `Array(String)`. Each driver renders it as a literal or binds it. */
export class Param extends Branded {
  readonly kind = 'param';
  readonly type: string;
  readonly value: ParamValue;

  constructor(type: string, value: ParamValue) {
    super();
    this.type = type;
    this.value = value;
  }
}

/**
 * A parameter's value. Dates are `yyyy-mm-dd`, date-times ISO 8601 in UTC, big integers bigint or decimal text.
 */
export type ParamValue = string | number | bigint | boolean | null | readonly ParamValue[];

/** A quoted identifier path, e.g. database and table. */
export class Identifier extends Branded {
  readonly kind = 'identifier';
  readonly parts: readonly string[];

  constructor(parts: readonly string[]) {
    super();
    this.parts = parts;
  }
}

export type Slot = Sql | Param | Identifier;

/** Flags that a fragment inherits from the fragments nested in it. */
interface Flags {
  readonly isVolatile?: boolean;
  readonly isInline?: boolean;
}

/** An immutable piece of SQL. */
export class Sql extends Branded {
  readonly kind = 'sql';
  /** The answer may change while the rows stay the same; see `volatile`. */
  readonly isVolatile: boolean;
  /** Takes no bound parameters; see `inline`. */
  readonly isInline: boolean;
  /** The text before each slot and the text after the last: one more than slots. */
  readonly #texts: readonly string[];
  readonly #slots: readonly (Param | Identifier)[];

  /** Splices nested fragments in place. */
  constructor(texts: readonly string[], slots: readonly Slot[], flags: Flags = {}) {
    super();
    let isVolatile = flags.isVolatile ?? false;
    let isInline = flags.isInline ?? false;
    let last = texts[0] ?? '';
    const before: string[] = [];
    const flat: (Param | Identifier)[] = [];
    slots.forEach((slot, at) => {
      if (!Branded.is(slot)) throw new TypeError('A slot only accepts values that this package created');
      if (slot.kind === 'sql') {
        isVolatile ||= slot.isVolatile;
        isInline ||= slot.isInline;
        slot.#slots.forEach((inner, innerAt) => {
          before.push(last + (slot.#texts[innerAt] ?? ''));
          flat.push(inner);
          last = '';
        });
        last += slot.#texts.at(-1) ?? '';
      } else {
        before.push(last);
        flat.push(slot);
        last = '';
      }
      last += texts[at + 1] ?? '';
    });
    this.#texts = [...before, last];
    this.#slots = flat;
    this.isVolatile = isVolatile;
    this.isInline = isInline;
  }

  /** True for whitespace only. */
  get isEmpty(): boolean {
    return this.#slots.length === 0 && this.#texts.every((part) => part.trim() === '');
  }

  /** The whole text, with each slot rendered by `write`. */
  render(write: (slot: Param | Identifier) => string): string {
    return this.#slots.reduce(
      (query, slot, at) => query + write(slot) + (this.#texts[at + 1] ?? ''),
      this.#texts[0] ?? '',
    );
  }

  /** Without this, JSON.stringify would silently write an empty object. */
  toJSON(): never {
    throw new TypeError('SQL cannot be serialized: store the input it is compiled from');
  }
}

const TOKENS = {
  type: /^[A-Za-z][\w(), ']*$/,
  codec: /^[A-Za-z][\w(), ]*$/,
  index: /^[a-z][\w(), .='[\]]*$/,
  setting: /^[a-z][a-z0-9_]*$/,
  number: /^-?\d+(?:\.\d+)?$/,
} as const;

/**
 * A checked part of a table definition that is neither value nor identifier. The only way for text to become unquoted
 * SQL.
 * @throws TypeError for malformed text.
 */
export function checkedToken(value: string, kind: keyof typeof TOKENS): Sql {
  if (!TOKENS[kind].test(value)) throw new TypeError(`Not a well-formed ${kind}: ${JSON.stringify(value)}`);
  return new Sql([value], []);
}
