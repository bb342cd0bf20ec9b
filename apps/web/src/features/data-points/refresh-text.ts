import { formatInstant } from '../../lib/format.ts';

/** Server and browser clocks may differ by this much. */
const CLOCK_SKEW_MS = 60_000;

/** When a change takes effect: `with the next refresh of the dataset, due 12 Mar 2026, 14:05`. */
export function refreshText(nextBuildDueAt: string | null, now = new Date()): string {
  const refresh = 'with the next refresh of the dataset';
  if (nextBuildDueAt === null) return `${refresh}, which is started by hand in this account`;
  const isDue = new Date(nextBuildDueAt).getTime() <= now.getTime() + CLOCK_SKEW_MS;
  return isDue ? `${refresh}, due now` : `${refresh}, due ${formatInstant(nextBuildDueAt)}`;
}
