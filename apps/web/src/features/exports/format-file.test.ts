import { expect, it } from 'vitest';
import { formatBytes } from './format-file.ts';

it('shows sizes in the unit that fits', () => {
  expect([0, 999, 1_000, 1_234_567, 999_949, 999_950, 20_000_000_000].map(formatBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1 kB',
    '1.2 MB',
    '999.9 kB',
    '1 MB',
    '20 GB',
  ]);
});
