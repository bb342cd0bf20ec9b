import { refreshText } from '../data-points/refresh-text.ts';

/** What becomes of one data point that is on its way: `Becomes a column with the next refresh of the dataset, due …`. */
export function pendingHint(nextBuildDueAt: string | null): string {
  return `Becomes a column ${refreshText(nextBuildDueAt)}`;
}

/** What becomes of the data points that are on their way, for the line above their table. */
export function pendingNotice(count: number, nextBuildDueAt: string | null): string {
  return count === 1
    ? `1 data point is on its way. It becomes a column ${refreshText(nextBuildDueAt)}.`
    : `${count} data points are on their way. They become columns ${refreshText(nextBuildDueAt)}.`;
}
