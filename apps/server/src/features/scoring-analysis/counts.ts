import type { Occurrences } from './statistics.ts';

/** Companies with a value, by set. A part of the targets and others is held out to check the suggested rules. */
export interface Counts {
  readonly targets: number;
  readonly heldTargets: number;
  readonly others: number;
  readonly heldOthers: number;
}

/** All companies, or only those from which the checked rules are suggested. */
export type Sample = 'all' | 'training';

export const NONE: Counts = { targets: 0, heldTargets: 0, others: 0, heldOthers: 0 };

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    targets: one.targets + other.targets,
    heldTargets: one.heldTargets + other.heldTargets,
    others: one.others + other.others,
    heldOthers: one.heldOthers + other.heldOthers,
  };
}

/** The companies of the sets that don't have the value. */
export function without(sizes: Counts, counts: Counts): Counts {
  return {
    targets: sizes.targets - counts.targets,
    heldTargets: sizes.heldTargets - counts.heldTargets,
    others: sizes.others - counts.others,
    heldOthers: sizes.heldOthers - counts.heldOthers,
  };
}

/** How often a value occurs in the sets of a sample. */
export function occurrencesIn(sample: Sample, counts: Counts, sizes: Counts): Occurrences {
  const [a, n1] = [counts.targets, sizes.targets];
  const [b, n0] = [counts.others, sizes.others];
  if (sample === 'training') return { a, n1, b, n0 };
  return {
    a: a + counts.heldTargets,
    n1: n1 + sizes.heldTargets,
    b: b + counts.heldOthers,
    n0: n0 + sizes.heldOthers,
  };
}

/** The share of a value when both sets weigh the same. */
export function shareOf({ a, n1, b, n0 }: Occurrences): number {
  return (a / n1 + b / n0) / 2;
}
