import { join, param, type Slot, type Sql, sql, text, texts, uint } from '@quarry/clickhouse';

/**
 * Reproducible randomness in the engine: every draw is a hash of the seed, the row's keys and the name of the draw, so
 * the same seed gives the same rows, in any order and any batches.
 */
export interface Chance {
  /** A whole number from 0 to 2^64 - 1. */
  hash(name: string): Sql;
  /** A number from 0 to 1, without 1. */
  share(name: string): Sql;
  /** True for about `probability` of the rows. */
  happens(probability: number | Sql, name: string): Sql;
  pick(words: readonly string[], name: string): Sql;
  /** A word of the group; `group` counts from 0. */
  pickBy(groups: readonly (readonly string[])[], group: Slot, name: string): Sql;
  /** Like `pickBy`, for templates with placeholders (`{name}`). */
  pickText(
    groups: readonly (readonly string[])[],
    group: Slot,
    name: string,
    placeholders: Readonly<Record<string, Slot>>,
  ): Sql;
  /** Keeps each word with the probability, in order. */
  some(words: readonly string[], probability: number | Sql, name: string): Sql;
}

export function chanceOf(seed: number, keys: readonly Slot[]): Chance {
  const hash = (name: string): Sql => sql`cityHash64(${uint(seed)}, ${join(keys)}, ${text(name)})`;
  const share = (name: string): Sql => sql`((${hash(name)} % 1000003) / 1000003)`;
  const number = (value: number | Sql): Slot => (typeof value === 'number' ? param('Float64', value) : value);
  return {
    hash,
    share,
    happens: (probability, name) => sql`(${share(name)} < ${number(probability)})`,
    pick: (words, name) => sql`${texts(words)}[1 + ${hash(name)} % ${uint(words.length)}]`,
    pickBy: (groups, group, name) => {
      const { flat, start, size } = flatten(groups);
      const at = sql`(${start}[1 + ${group}] + ${hash(name)} % ${size}[1 + ${group}])`;
      return sql`${texts(flat)}[1 + ${at}]`;
    },
    pickText: (groups, group, name, placeholders) => {
      const { flat, start, size } = flatten(groups);
      const at = sql`(${start}[1 + ${group}] + ${hash(name)} % ${size}[1 + ${group}])`;
      return fillTemplate(flat, at, placeholders);
    },
    some: (words, probability, name) =>
      sql`arrayFilter(word -> (cityHash64(${hash(name)}, word) % 10007) / 10007 < ${number(probability)}, ${texts(words)})`,
  };
}

/** All words in one list, with the start and size of each group. */
function flatten(groups: readonly (readonly string[])[]): { flat: string[]; start: Sql; size: Sql } {
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

export function numbers(values: readonly number[]): Sql {
  return sql`${param('Array(UInt32)', values)}`;
}

/**
 * Like `if`, but evaluates both texts: for a branch that it evaluates on some rows, the engine would copy the long word
 * lists to every row, which takes gigabytes.
 */
export function either(condition: Slot, yes: Slot, no: Slot): Sql {
  return sql`[${no}, ${yes}][1 + (${condition})]`;
}

/** Fills the placeholders (`{name}`) of the template at a position from 0. */
function fillTemplate(templates: readonly string[], at: Sql, placeholders: Readonly<Record<string, Slot>>): Sql {
  const names = Object.keys(placeholders);
  const values = sql`[${join([...Object.values(placeholders), text('')])}]`;
  const pieces = templates.map((template) => template.split(/\{(\w+)\}/));
  const length = Math.max(...pieces.map((piece) => piece.length));
  const parts = Array.from({ length }, (_, index) => {
    if (index % 2 === 0) return sql`${texts(pieces.map((piece) => piece[index] ?? ''))}[1 + ${at}]`;
    const positions = pieces.map((piece) => {
      const name = piece[index];
      const position = name === undefined ? names.length : names.indexOf(name);
      if (position < 0) throw new TypeError(`Nothing for the placeholder {${name}}`);
      return position;
    });
    return sql`${values}[1 + ${numbers(positions)}[1 + ${at}]]`;
  });
  return sql`concat(${join(parts)}, '')`;
}

/** The position of a value in a list, from 0. */
export function positionOf(value: Slot, list: readonly string[], fallback: number): Sql {
  const positions = list.map((_, index) => index);
  return sql`transform(${value}, ${texts(list)}, ${numbers(positions)}, ${param('UInt32', fallback)})`;
}

/** The number at a position from 0. */
export function numberAt(values: readonly number[], position: Slot): Sql {
  return sql`${param('Array(Float64)', values)}[1 + ${position}]`;
}
