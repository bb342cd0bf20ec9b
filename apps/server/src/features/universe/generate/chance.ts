import { join, param, type Slot, type Sql, sql, text, texts, uint } from '@quarry/clickhouse';

/**
 * Repeatable chance inside the engine: every draw is a hash of the seed, the row's keys and a name of its own, so the
 * same seed gives the same rows, in any order and in any portion.
 */
export interface Chance {
  /** A whole number from 0 to 2^64 - 1. */
  hash(name: string): Sql;
  /** A number from 0 up to, not including, 1. */
  share(name: string): Sql;
  /** True in about `probability` of the rows. */
  happens(probability: number | Sql, name: string): Sql;
  /** A whole number from low to high, both included. */
  between(low: number, high: number, name: string): Sql;
  /** One of the words. */
  pick(words: readonly string[], name: string): Sql;
  /** One of the words of a group; `group` counts from 0. */
  pickBy(groups: readonly (readonly string[])[], group: Slot, name: string): Sql;
  /** Like `pickBy`, of texts with places (`{name}`) that are filled in. */
  pickText(
    groups: readonly (readonly string[])[],
    group: Slot,
    name: string,
    places: Readonly<Record<string, Slot>>,
  ): Sql;
  /** A few different words in the list's order: each is kept with the probability. */
  some(words: readonly string[], probability: number | Sql, name: string): Sql;
}

/** Chance for rows told apart by the given keys. */
export function chanceOf(seed: number, keys: readonly Slot[]): Chance {
  const hash = (name: string): Sql => sql`cityHash64(${uint(seed)}, ${join(keys)}, ${text(name)})`;
  const share = (name: string): Sql => sql`((${hash(name)} % 1000003) / 1000003)`;
  const number = (value: number | Sql): Slot => (typeof value === 'number' ? param('Float64', value) : value);
  return {
    hash,
    share,
    happens: (probability, name) => sql`(${share(name)} < ${number(probability)})`,
    between: (low, high, name) => sql`toInt64(${param('Int64', low)} + ${hash(name)} % ${uint(high - low + 1)})`,
    pick: (words, name) => sql`${texts(words)}[1 + ${hash(name)} % ${uint(words.length)}]`,
    pickBy: (groups, group, name) => {
      const { flat, start, size } = flattened(groups);
      const at = sql`(${start}[1 + ${group}] + ${hash(name)} % ${size}[1 + ${group}])`;
      return sql`${texts(flat)}[1 + ${at}]`;
    },
    pickText: (groups, group, name, places) => {
      const { flat, start, size } = flattened(groups);
      const at = sql`(${start}[1 + ${group}] + ${hash(name)} % ${size}[1 + ${group}])`;
      return filled(flat, at, places);
    },
    some: (words, probability, name) =>
      sql`arrayFilter(word -> (cityHash64(${hash(name)}, word) % 10007) / 10007 < ${number(probability)}, ${texts(words)})`,
  };
}

/** Groups of words as one list, with where each group starts and how long it is. */
function flattened(groups: readonly (readonly string[])[]): { flat: string[]; start: Sql; size: Sql } {
  let at = 0;
  const starts = groups.map((group) => {
    const start = at;
    at += group.length;
    return start;
  });
  return {
    flat: groups.flat(),
    start: numbers(starts),
    size: numbers(groups.map((group) => group.length)),
  };
}

/** A list of whole numbers, as a literal. */
export function numbers(values: readonly number[]): Sql {
  return sql`${param('Array(UInt32)', values)}`;
}

/**
 * One of two texts. Unlike `if` it computes both: the engine spreads the long word lists inside a branch that it
 * computes for some rows only over all of them, which takes gigabytes.
 */
export function either(condition: Slot, yes: Slot, no: Slot): Sql {
  return sql`[${no}, ${yes}][1 + (${condition})]`;
}

/** Texts with places (`{name}`) filled in; `at` says which text, from 0. */
function filled(templates: readonly string[], at: Sql, places: Readonly<Record<string, Slot>>): Sql {
  const names = Object.keys(places);
  const values = sql`[${join([...Object.values(places), text('')])}]`;
  const pieces = templates.map((template) => template.split(/\{(\w+)\}/));
  const length = Math.max(...pieces.map((piece) => piece.length));
  const parts = Array.from({ length }, (_, index) => {
    if (index % 2 === 0) return sql`${texts(pieces.map((piece) => piece[index] ?? ''))}[1 + ${at}]`;
    const which = pieces.map((piece) => {
      const name = piece[index];
      const position = name === undefined ? names.length : names.indexOf(name);
      if (position < 0) throw new TypeError(`Nothing for the place {${name}}`);
      return position;
    });
    return sql`${values}[1 + ${numbers(which)}[1 + ${at}]]`;
  });
  return sql`concat(${join(parts)}, '')`;
}

/** Position of a value in a list, from 0; `otherwise` where it is not in the list. */
export function positionOf(value: Slot, list: readonly string[], otherwise: number): Sql {
  const positions = list.map((_, index) => index);
  return sql`transform(${value}, ${texts(list)}, ${numbers(positions)}, ${param('UInt32', otherwise)})`;
}

/** The element of a list of numbers at a position from 0. */
export function numberAt(values: readonly number[], position: Slot): Sql {
  return sql`${param('Array(Float64)', values)}[1 + ${position}]`;
}
