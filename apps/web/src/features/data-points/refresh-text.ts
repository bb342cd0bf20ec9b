import { formatInstant } from '../../lib/format.ts';

/** The clocks of server and person may differ by so much; what is due so soon is due now. */
const SOON_MS = 60_000;

/** When a change reaches everybody: `with the next refresh of the dataset, due 12 Mar 2026, 14:05`. */
export function refreshText(nextBuildDueAt: string | null, now = new Date()): string {
  const refresh = 'with the next refresh of the dataset';
  if (nextBuildDueAt === null) return `${refresh}; in this account refreshes are started by hand`;
  const isDue = new Date(nextBuildDueAt).getTime() <= now.getTime() + SOON_MS;
  return isDue ? `${refresh}, due now` : `${refresh}, due ${formatInstant(nextBuildDueAt)}`;
}
