import { expect, it } from 'vitest';
import { contactSortOf } from './contact-sort.ts';
import { segmentViewSearch, tabOf } from './segment-view-search.ts';

it('reads what a page shows from its address, and drops what it does not know', () => {
  const search = { search: 'acme', page: 3, sort: 'employees', direction: 'asc', removed: 'yes', company: '17' };
  expect(segmentViewSearch({ ...search, page: '3' })).toEqual(search);
  expect(
    segmentViewSearch({ page: '0', direction: 'up', active: 'yes', removed: '1', company: 'x', other: 'y' }),
  ).toEqual({});
});

it('names the tab in the hash', () => {
  expect([tabOf('#contacts'), tabOf('contacts'), tabOf('#companies'), tabOf('')]).toEqual([
    'contacts',
    'contacts',
    'companies',
    'companies',
  ]);
});

it('sorts contacts by known columns only', () => {
  expect([contactSortOf('email'), contactSortOf('__quality_score'), contactSortOf(undefined)]).toEqual([
    'email',
    'included_at',
    'included_at',
  ]);
});
