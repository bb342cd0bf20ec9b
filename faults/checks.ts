import { isDeepStrictEqual } from 'node:util';

/** The checks of a scenario, reported as it runs. */
export interface Checks {
  /** Prints information that is not a check. */
  note(text: string): void;
  /** Counts a check; prints it with `detail` if it fails. */
  that(holds: boolean, claim: string, detail?: unknown): void;
  same(actual: unknown, expected: unknown, claim: string): void;
  readonly counts: { passed: number; failed: number };
}

/** Starts the checks of one scenario. */
export function startChecks(name: string): Checks {
  const begin = Date.now();
  const counts = { passed: 0, failed: 0 };
  const print = (text: string) =>
    console.log(`[${name} ${((Date.now() - begin) / 1_000).toFixed(1).padStart(5)} s] ${text}`);
  const that: Checks['that'] = (holds, claim, detail) => {
    counts[holds ? 'passed' : 'failed'] += 1;
    if (!holds) print(`FAILED: ${claim}${detail === undefined ? '' : `\n  ${JSON.stringify(detail)}`}`);
  };
  return {
    note: print,
    that,
    same: (actual, expected, claim) => that(isDeepStrictEqual(actual, expected), claim, { actual, expected }),
    counts,
  };
}
