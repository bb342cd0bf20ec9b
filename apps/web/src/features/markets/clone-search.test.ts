import { expect, it } from 'vitest';
import { cloneSearch } from './clone-search.ts';

it('reads which market to clone', () => {
  expect(cloneSearch({ cloneFrom: '7' })).toEqual({ cloneFrom: '7' });
  expect(cloneSearch({ cloneFrom: '' })).toEqual({});
});
