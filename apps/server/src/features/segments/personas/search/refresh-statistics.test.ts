import { expect, test } from 'vitest';
import { areStatisticsDue } from './refresh-statistics.ts';

test('statistics are refreshed whenever a search has written four times as much', () => {
  const batches = Array.from({ length: 1_100 }, (_each, at) => at + 1);
  expect(batches.filter(areStatisticsDue)).toEqual([1, 4, 16, 64, 256, 1_024]);
});
