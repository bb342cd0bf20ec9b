import { describe, expect, it } from 'vitest';
import { field } from '../datasets/testing/schema.ts';
import { coverageByField, coverageText } from './coverage.ts';
import { directoryRows, findRows, sortRows } from './directory-rows.ts';
import { directorySearch, readSort, writeSort } from './directory-search.ts';

const rows = directoryRows({
  schema: [
    field('a', { displayName: 'Zeta 10', description: 'How many people work there' }),
    field('b', { displayName: 'alpha', dataBlock: { blockName: 'web_traffic' } }),
    field('hidden', { isHiddenFromUser: true }),
    field('c', { displayName: 'Zeta 9', fieldSource: 'SCORE', dataBlock: null }),
  ],
  pending: [field('p', { displayName: 'Mu' })],
  blocks: [],
  coverage: coverageByField({
    records: 10,
    fields: [
      { fieldName: 'a', filled: 2 },
      { fieldName: 'c', filled: 9 },
    ],
  }),
});
const names = (found: typeof rows | readonly (typeof rows)[number][]) =>
  found.map(({ field: { fieldName } }) => fieldName);

describe('the rows of the directory', () => {
  it('start with pending fields and leave out hidden ones', () => {
    expect(names(rows)).toEqual(['p', 'a', 'b', 'c']);
  });
  it('match every search word in name, description, type or source', () => {
    expect(names(findRows(rows, 'PEOPLE zeta'))).toEqual(['a']);
    expect(names(findRows(rows, 'web traffic'))).toEqual(['b']);
    expect(names(findRows(rows, 'score'))).toEqual(['c']);
    expect(names(findRows(rows, '  '))).toEqual(['p', 'a', 'b', 'c']);
    expect(findRows(rows, 'people alpha')).toEqual([]);
  });
  it('sort in natural order, with pending fields first and unknown coverage last', () => {
    expect(names(sortRows(rows, { columnId: 'name', direction: 'asc' }))).toEqual(['p', 'b', 'c', 'a']);
    expect(names(sortRows(rows, { columnId: 'name', direction: 'desc' }))).toEqual(['p', 'a', 'c', 'b']);
    expect(names(sortRows(rows, { columnId: 'coverage', direction: 'asc' }))).toEqual(['p', 'a', 'c', 'b']);
    expect(names(sortRows(rows, { columnId: 'coverage', direction: 'desc' }))).toEqual(['p', 'c', 'a', 'b']);
  });
});

it('never rounds coverage to 0% or 100%', () => {
  const text = (filled: number) => coverageText({ filled, records: 100_000 });
  expect([0, 1, 12_345, 99_999, 100_000].map(text)).toEqual(['0%', '<0.1%', '12.3%', '99.9%', '100%']);
  expect(coverageByField({ records: 0, fields: [{ fieldName: 'a', filled: 0 }] }).size).toBe(0);
});

it('reads the URL and ignores invalid values', () => {
  expect(directorySearch({ tab: 'contacts', search: ' mail ', sort: '-coverage', field: 'email' })).toEqual({
    tab: 'contacts',
    search: 'mail',
    sort: '-coverage',
    field: 'email',
  });
  expect(directorySearch({ tab: 'companies', search: ' ', sort: 'description', field: 3 })).toEqual({});
  expect(readSort('-coverage')).toEqual({ columnId: 'coverage', direction: 'desc' });
  expect(writeSort({ columnId: 'name', direction: 'asc' })).toBe('name');
});
