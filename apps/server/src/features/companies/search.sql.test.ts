import { sql } from '@quarry/clickhouse';
import type { FilterGroup } from '@quarry/filters';
import { expect, test } from 'vitest';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import { withSegments } from '#server/features/datasets/segment-members.ts';
import { datasetColumns, SEARCH_TEXT } from '#server/features/datasets/table.ts';
import { searchWhere } from './search.sql.ts';

const everything = {
  filter: sql``,
  search: '',
  searchText: { folded: SEARCH_TEXT },
  searchedDomain: null,
  tab: 'ALL',
} as const;

function isVolatile(field: string, operator: string, value: string[]): boolean {
  const criteria: FilterGroup = { id: 'root', combinator: 'and', rules: [{ id: 'rule', field, operator, value }] };
  const filter = compileDatasetFilter(
    { columns: withSegments(datasetColumns({ columns: [] }), 'ours', new Map([['one', 1]])) },
    criteria,
  );
  return searchWhere({ ...everything, filter }).isVolatile;
}

test('no conditions give no clause', () => {
  expect(searchWhere(everything).isEmpty).toBe(true);
  expect(searchWhere({ ...everything, search: 'a' }).isEmpty).toBe(false);
});

test('the clock, tags and segments make a search volatile; typed text does not', () => {
  expect(searchWhere({ ...everything, tab: 'NEWLY_SOURCED' }).isVolatile).toBe(true);
  expect(searchWhere({ ...everything, tab: 'RECENTLY_UPDATED' }).isVolatile).toBe(true);
  expect(isVolatile('__tags', 'notContainsAnyOf', ['a'])).toBe(true);
  expect(isVolatile('__segments', 'exists', [])).toBe(true);
  expect(isVolatile('__domain', 'isOneOf', ['now.test', '__tags'])).toBe(false);
  expect(searchWhere({ ...everything, search: 'now() __tags' }).isVolatile).toBe(false);
});
