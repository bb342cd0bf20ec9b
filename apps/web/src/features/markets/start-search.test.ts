import { expect, it } from 'vitest';
import { startSearch } from './start-search.ts';

it('reads which market to clone', () => {
  expect(startSearch({ cloneFrom: '7' })).toEqual({ cloneFrom: '7' });
  expect(startSearch({ cloneFrom: '' })).toEqual({});
});
