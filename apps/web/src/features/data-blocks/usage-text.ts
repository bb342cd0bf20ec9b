import type { ConfigUsages } from './queries.ts';

/** Where a configuration is used, in words, e.g. `Used by 2 markets and 1 data point`. */
export function usageText(usage: ConfigUsages[string] | undefined): string {
  const parts = [counted(usage?.markets ?? 0, 'market'), counted(usage?.dataPoints ?? 0, 'data point')];
  const used = parts.filter((part) => part !== '');
  return used.length === 0 ? 'Not used yet' : `Used by ${used.join(' and ')}`;
}

function counted(count: number, what: string): string {
  if (count === 0) return '';
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
