import { expect, it } from 'vitest';
import { cloneSearch, marketsSearch } from './markets-search.ts';

it('reads search and page from the address, and leaves out what makes no sense', () => {
  expect(marketsSearch({ search: ' saas ', page: '3' })).toEqual({ search: 'saas', page: 3 });
  expect(marketsSearch({ search: '  ', page: '1' })).toEqual({});
  for (const page of ['0', '-2', '1.5', 'two', '1e9', undefined]) expect(marketsSearch({ page })).toEqual({});
  expect(cloneSearch({ cloneFrom: '7' })).toEqual({ cloneFrom: '7' });
  expect(cloneSearch({ cloneFrom: '' })).toEqual({});
});
