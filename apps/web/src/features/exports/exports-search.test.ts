import { expect, it } from 'vitest';
import { exportsSearch } from './exports-search.ts';

it('reads the page, and takes nonsense for the first one', () => {
  expect(exportsSearch({ page: '3' })).toEqual({ page: 3 });
  for (const page of [undefined, '1', '0', '-2', '1.5', 'x', '1e9', '']) expect(exportsSearch({ page })).toEqual({});
});
