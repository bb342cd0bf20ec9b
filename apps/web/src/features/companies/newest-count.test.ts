import { expect, it } from 'vitest';
import { newestCount } from './newest-count.ts';

it('shows one count for header and tab: that of the newer answer', () => {
  expect(newestCount({ count: 1, at: 1 }, { count: 2, at: 2 })).toBe(2);
  expect(newestCount({ count: 1, at: 3 }, { count: 2, at: 2 })).toBe(1);
  expect(newestCount(null, { count: 0, at: 2 })).toBe(0);
  expect(newestCount(null, null)).toBeNull();
});
