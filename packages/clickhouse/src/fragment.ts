/**
 * The parts of statements. Outside this package their classes are types alone, so that only the functions of `sql.ts`
 * construct them, and none of those takes text.
 */

/** The private name tells what this module made from a foreign object of the same shape. */
class Made {
  readonly #made = true;

  static has(value: unknown): value is Made {
    return typeof value === 'object' && value !== null && #made in value && value.#made;
  }
}

/** A value with its ClickHouse type, e.g. `Array(String)`. Each driver renders it as a literal or binds it. */
export class Param extends Made {
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
 * What a parameter may hold. Dates are `yyyy-mm-dd`, date-times ISO 8601 in UTC, big integers bigint or decimal text.
 */
export type ParamValue = string | number | bigint | boolean | null | readonly ParamValue[];

/** A quoted identifier path, e.g. database and table. */
export class Identifier extends Made {
  readonly kind = 'identifier';
  readonly parts: readonly string[];

  constructor(parts: readonly string[]) {
    super();
    this.parts = parts;
  }
}

/** What a slot of the `sql` tag accepts. */
export type Slot = Sql | Param | Identifier;

/** Facts that the text alone does not tell; a fragment passes its own on to what it is nested in. */
interface Facts {
  readonly isVolatile?: boolean;
  readonly isInline?: boolean;
}

/** An immutable piece of SQL. */
export class Sql extends Made {
  readonly kind = 'sql';
  /** The answer may differ from one moment to the next over rows that stay the same; see `volatile`. */
  readonly isVolatile: boolean;
  /** Takes no bound parameters; see `inline`. */
  readonly isInline: boolean;
  /** One more than slots: the text before each slot, and the text after the last. */
  readonly #texts: readonly string[];
  readonly #slots: readonly (Param | Identifier)[];

  /** Splices nested fragments in place. */
  constructor(texts: readonly string[], slots: readonly Slot[], facts: Facts = {}) {
    super();
    let isVolatile = facts.isVolatile ?? false;
    let isInline = facts.isInline ?? false;
    let last = texts[0] ?? '';
    const before: string[] = [];
    const flat: (Param | Identifier)[] = [];
    slots.forEach((slot, at) => {
      if (!Made.has(slot)) throw new TypeError('A slot takes only what this package made');
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

  /** Nothing but blanks. */
  get isEmpty(): boolean {
    return this.#slots.length === 0 && this.#texts.every((part) => part.trim() === '');
  }

  /** The whole text, with each slot as `write` renders it. */
  render(write: (slot: Param | Identifier) => string): string {
    return this.#slots.reduce(
      (query, slot, at) => query + write(slot) + (this.#texts[at + 1] ?? ''),
      this.#texts[0] ?? '',
    );
  }

  /** Without this, JSON would silently hold an empty object. */
  toJSON(): never {
    throw new TypeError('SQL is not stored: store what it is compiled from');
  }
}

const WORDS = {
  type: /^[A-Za-z][\w(), ']*$/,
  codec: /^[A-Za-z][\w(), ]*$/,
  index: /^[a-z][\w(), .='[\]]*$/,
  setting: /^[a-z][a-z0-9_]*$/,
  number: /^-?\d+(?:\.\d+)?$/,
} as const;

/**
 * A checked part of a table's definition that is neither value nor identifier: the one way for text to become SQL
 * unquoted.
 * @throws TypeError for a text that is not well formed.
 */
export function word(value: string, kind: keyof typeof WORDS): Sql {
  if (!WORDS[kind].test(value)) throw new TypeError(`Not a well-formed ${kind}: ${JSON.stringify(value)}`);
  return new Sql([value], []);
}
