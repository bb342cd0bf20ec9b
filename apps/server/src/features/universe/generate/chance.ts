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

/** A text with its places (`{name}`) filled in. */
export function filled(template: Slot, places: Readonly<Record<string, Slot>>): Sql {
  let result = sql`${template}`;
  for (const [place, value] of Object.entries(places)) {
    result = sql`replaceAll(${result}, ${text(`{${place}}`)}, ${value})`;
  }
  return result;
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
