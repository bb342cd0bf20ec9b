import { formatDate } from '../../ui/cells/format.ts';

/** An instant (ISO 8601) to the second, in UTC as days of the trail are: `12 Mar 2026, 09:05:01`. */
export function formatInstant(instant: string): string {
  const time = /T(\d{2}:\d{2}:\d{2})/.exec(instant)?.[1];
  return time === undefined ? instant : `${formatDate(instant)}, ${time}`;
}
