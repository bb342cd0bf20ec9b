import { refreshText } from '../data-points/refresh-text.ts';

/** `Becomes a column with the next refresh of the dataset, due …`. */
export function pendingHint(nextBuildDueAt: string | null): string {
  return `Becomes a column ${refreshText(nextBuildDueAt)}`;
}

/** The notice above a table with pending data points. */
export function pendingNotice(count: number, nextBuildDueAt: string | null): string {
  return count === 1
    ? `1 data point is on its way. It becomes a column ${refreshText(nextBuildDueAt)}.`
    : `${count} data points are on their way. They become columns ${refreshText(nextBuildDueAt)}.`;
}
