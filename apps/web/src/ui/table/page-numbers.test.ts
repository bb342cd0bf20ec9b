import { expect, it } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

it('shows three pages on either side, both ends, and gaps only for two or more pages', () => {
  expect(pageNumbers(0, 1)).toEqual([0]);
  expect(pageNumbers(0, 4)).toEqual([0, 1, 2, 3]);
  expect(pageNumbers(0, 20)).toEqual([0, 1, 2, 3, 'gap', 19]);
  expect(pageNumbers(5, 20)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 'gap', 19]);
  expect(pageNumbers(10, 20)).toEqual([0, 'gap', 7, 8, 9, 10, 11, 12, 13, 'gap', 19]);
  expect(pageNumbers(19, 20)).toEqual([0, 'gap', 16, 17, 18, 19]);
});
