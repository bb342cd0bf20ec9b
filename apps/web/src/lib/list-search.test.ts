import { expect, it } from 'vitest';
import { listSearch, pageOf, searchOf } from './list-search.ts';

it('reads search and page from the address, and drops invalid values', () => {
  expect(listSearch({ search: ' saas ', page: '3' })).toEqual({ search: 'saas', page: 3 });
  expect(listSearch({ search: '  ', page: '1' })).toEqual({});
  expect(pageOf({ search: 'saas', page: '3' })).toEqual({ page: 3 });
  expect(searchOf({ search: 'saas', page: '3' })).toEqual({ search: 'saas' });
  for (const page of ['0', '1', '-2', '1.5', 'two', '1e9', '', undefined]) expect(listSearch({ page })).toEqual({});
});
