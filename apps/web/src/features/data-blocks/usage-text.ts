import { plural } from '../../lib/format.ts';
import type { ConfigUsages } from './queries.ts';

/** `Used by 2 markets and 1 data point`. */
export function usageText(usage: ConfigUsages[string] | undefined): string {
  const { markets = 0, dataPoints = 0 } = usage ?? {};
  const users = [markets > 0 && plural(markets, 'market'), dataPoints > 0 && plural(dataPoints, 'data point')];
  const used = users.filter(Boolean);
  return used.length === 0 ? 'Not used yet' : `Used by ${used.join(' and ')}`;
}
