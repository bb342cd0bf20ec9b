const DAY_MS = 86_400_000;
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How far a day is from today, in days, weeks, months or years: `3 weeks ago`, `tomorrow`. */
export function relativeDate(date: Date, today: Date): string {
  const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  const days = Math.round((date.getTime() - start) / DAY_MS);
  const size = Math.abs(days);
  if (size < 14) return words.format(days, 'day');
  if (size < 61) return words.format(Math.trunc(days / 7), 'week');
  if (size < 730) return words.format(Math.trunc(days / 30.44), 'month');
  return words.format(Math.trunc(days / 365.25), 'year');
}

/** How long ago an instant (ISO 8601) was, down to minutes: `5 minutes ago`. */
export function relativeInstant(instant: string, now = new Date()): string {
  const at = new Date(instant);
  const minutes = Math.round((at.getTime() - now.getTime()) / 60_000);
  if (Math.abs(minutes) < 1) return 'just now';
  if (Math.abs(minutes) < 60) return words.format(minutes, 'minute');
  if (Math.abs(minutes) < 1440) return words.format(Math.trunc(minutes / 60), 'hour');
  return relativeDate(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())), now);
}
