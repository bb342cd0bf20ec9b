import { LANGUAGES } from './words/languages.ts';
import { POSITIONS, type Position } from './words/positions.ts';

/** The English titles of each position. */
export const TITLES: readonly (readonly string[])[] = POSITIONS.map((position) => position.english);

/** The title in each language's own words ('' where English is used), for language · positions + position. */
export const OWN_TITLES: readonly string[] = LANGUAGES.flatMap((language) =>
  POSITIONS.map((position) => position.own[language] ?? ''),
);

/** Positions to draw from, each as often as it weighs, ordered by the smallest company that has it. */
interface Pool {
  positions: readonly number[];
  /** The smallest company for each entry, ascending. */
  from: readonly number[];
}

function poolOf(include: (position: Position) => boolean): Pool {
  const entries = POSITIONS.map((position, index) => ({ position, index }))
    .filter(({ position }) => include(position))
    .flatMap((entry) => Array.from({ length: entry.position.weight }, () => entry))
    .sort((a, b) => a.position.from - b.position.from);
  return { positions: entries.map((entry) => entry.index), from: entries.map((entry) => entry.position.from) };
}

const AT_THE_TOP: readonly string[] = ['founder', 'owner', 'cSuite'];

/** Pools for the team (everyone), its heads, and job posts (no founders and chiefs). */
export const POOLS = {
  team: poolOf(() => true),
  heads: poolOf((position) => AT_THE_TOP.includes(position.seniority) && position.department === 'Operations'),
  jobs: poolOf((position) => !AT_THE_TOP.includes(position.seniority)),
} as const;
