import { LANGUAGES } from './words/languages.ts';
import { POSITIONS, type Position } from './words/positions.ts';

/** English titles by position. */
export const TITLES: readonly (readonly string[])[] = POSITIONS.map((position) => position.english);

/** Local titles at language * positions + position; '' for languages that use the English title. */
export const LOCAL_TITLES: readonly string[] = LANGUAGES.flatMap((language) =>
  POSITIONS.map((position) => position.local[language] ?? ''),
);

/** Positions to draw from, each repeated by its weight, ordered by minimum company size. */
interface Pool {
  positions: readonly number[];
  /** The minimum number of employees for each entry, ascending. */
  minEmployees: readonly number[];
}

function poolOf(include: (position: Position) => boolean): Pool {
  const entries = POSITIONS.map((position, index) => ({ position, index }))
    .filter(({ position }) => include(position))
    .flatMap((entry) => Array.from({ length: entry.position.weight }, () => entry))
    .sort((a, b) => a.position.minEmployees - b.position.minEmployees);
  return {
    positions: entries.map((entry) => entry.index),
    minEmployees: entries.map((entry) => entry.position.minEmployees),
  };
}

const TOP_SENIORITIES: readonly string[] = ['founder', 'owner', 'cSuite'];

/** Job posts are not for founders, owners and chief officers. */
export const POOLS = {
  team: poolOf(() => true),
  heads: poolOf((position) => TOP_SENIORITIES.includes(position.seniority) && position.department === 'Operations'),
  jobs: poolOf((position) => !TOP_SENIORITIES.includes(position.seniority)),
} as const;
