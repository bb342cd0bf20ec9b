import { DEFAULT_SORT_FIELD } from '@quarry/contracts';
import { expect, it } from 'vitest';
import { valueText } from '../data-points/value-text.ts';
import { describeOrder, describeSearch } from './describe-search.ts';
import { field, SCHEMA } from './testing/schema.ts';

const SEARCH = { filters: null, search: '', tab: 'ALL', sortby: DEFAULT_SORT_FIELD, sortdirection: 'desc' } as const;

it('describes each condition of a search, or nothing without conditions', () => {
  expect(describeSearch(SEARCH, SCHEMA, null)).toEqual([]);
  const rules = [
    { id: 'a', field: 'employees', operator: 'gt', value: 10 },
    { id: 'b', field: '__tags', operator: 'isOneOf', value: ['t1'] },
    { id: 'c', field: 'gone', operator: 'exists', value: null },
  ];
  const narrowed = {
    ...SEARCH,
    filters: { id: 'g', combinator: 'or' as const, rules },
    search: 'labs',
    tab: 'NEWLY_SOURCED' as const,
  };
  const [tab, search, filters] = describeSearch(narrowed, SCHEMA, new Map([['t1', 'Key accounts']]));
  expect([tab, search]).toEqual(['Recently sourced', 'Name or domain contains “labs”']);
  expect(filters).toMatch(/^Employee count is greater than 10 or .*Key accounts.* or gone exists$/);
});

it('describes the order, even by a removed column', () => {
  expect(describeOrder(SEARCH, SCHEMA)).toBe('Best first');
  expect(describeOrder({ ...SEARCH, sortdirection: 'asc' }, SCHEMA)).toBe('Best last');
  expect(describeOrder({ ...SEARCH, sortby: 'employees', sortdirection: 'asc' }, SCHEMA)).toBe(
    'Employee count, ascending',
  );
  expect(describeOrder({ ...SEARCH, sortby: 'gone' }, SCHEMA)).toBe('gone, descending');
});

it('writes years without thousands separators, also under another name', () => {
  const dataBlockField = { internalName: 'founded_year', crmName: null, hubspotType: null, salesforceType: null };
  const year = field('since', { displayName: 'Founded', type: 'Number', dataBlockField });
  const rules = [{ id: 'a', field: 'since', operator: 'lt', value: 2000 }];
  const search = { ...SEARCH, filters: { id: 'g', combinator: 'and' as const, rules } };
  expect(describeSearch(search, [year], null)).toEqual(['Founded is less than 2000']);
  expect(valueText(year, 1234.567)).toBe('1234.57');
  expect(valueText(field('employees', { type: 'Number' }), 2000)).toBe('2,000');
});
