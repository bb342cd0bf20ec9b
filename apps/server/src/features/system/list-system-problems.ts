import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';

/** Lists what this process knows to be wrong, longest first. */
export const listSystemProblems: Verb<typeof contracts.listSystemProblems> = async ({ problems }) => ({
  problems: problems
    .list()
    .toSorted((one, other) => one.since.getTime() - other.since.getTime())
    .map(({ id, message, since }) => ({ id, message, since: since.toISOString() })),
});
