/** A small seeded generator of random choices (mulberry32), so that a failing run can be repeated. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly [T, ...T[]] | readonly T[]): T;
  /** Up to `most` choices, repeats possible. */
  some<T>(choices: readonly T[], least: number, most: number): T[];
}

/** Starts a generator; equal seeds give equal choices. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[integer(0, choices.length - 1)];
    if (choice === undefined) throw new RangeError('Nothing to choose from');
    return choice;
  };
  return {
    next,
    integer,
    pick,
    chance: (probability) => next() < probability,
    some: (choices, least, most) => Array.from({ length: integer(least, most) }, () => pick(choices)),
  };
}
