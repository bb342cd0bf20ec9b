import { isDeepStrictEqual } from 'node:util';

/** What a scenario found, told as it goes. */
export interface Checks {
  /** Tells something that is no finding. */
  note(text: string): void;
  /** Counts a check; tells it only when it fails, with `detail`. */
  that(holds: boolean, claim: string, detail?: unknown): void;
  /** Counts a comparison. */
  same(actual: unknown, expected: unknown, claim: string): void;
  readonly counts: { passed: number; failed: number };
}

/** Starts the checks of one scenario. */
export function startChecks(name: string): Checks {
  const begin = Date.now();
  const counts = { passed: 0, failed: 0 };
  const say = (text: string) =>
    console.log(`[${name} ${((Date.now() - begin) / 1_000).toFixed(1).padStart(5)} s] ${text}`);
  const that: Checks['that'] = (holds, claim, detail) => {
    counts[holds ? 'passed' : 'failed'] += 1;
    if (!holds) say(`FAILED: ${claim}${detail === undefined ? '' : `\n  ${JSON.stringify(detail)}`}`);
  };
  return {
    note: say,
    that,
    same: (actual, expected, claim) => that(isDeepStrictEqual(actual, expected), claim, { actual, expected }),
    counts,
  };
}
