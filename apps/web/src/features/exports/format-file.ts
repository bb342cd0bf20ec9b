const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const instant = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** A file's size as people know it from their computers, in steps of 1,000: `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${number.format(bytes)} bytes`;
  let size = bytes / 1_000;
  let unit = 0;
  // 999.96 would be rounded to 1,000.
  while (size >= 999.95 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return `${number.format(size)} ${UNITS[unit] ?? ''}`;
}

/** A moment (ISO 8601) in the person's own time: `12 Mar 2026, 14:05`. */
export function formatInstant(iso: string): string {
  return instant.format(new Date(iso)).replace('Sept', 'Sep');
}
