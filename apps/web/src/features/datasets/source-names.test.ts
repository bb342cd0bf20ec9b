import { expect, test } from 'vitest';
import { describeSearch } from './describe-search.ts';
import { DEFAULT_STATE } from './explorer-state.ts';
import { readableValue } from './fields.ts';
import { namedOptions, valueFromName } from './source-names.ts';
import { field, SCHEMA } from './testing/schema.ts';

const sources = field('__sources', {
  displayName: 'Sources',
  type: 'Multipicklist',
  valueNames: { CRITERIA: 'Sourcing criteria', 'MARKET:1': 'Hiring', 'MARKET:2': 'Climate' },
});

test('sources read as the names of their markets, in rows and in filters', () => {
  const row = { __company_id: '1', name: 'A', __domain: 'a.example', __sources: ['CRITERIA', 'MARKET:2', 'MARKET:9'] };
  // An unknown one, such as a new market of which this page hasn't heard yet, shows its id.
  expect(readableValue({ ...row, __linked_in_id: null, contacts_count: 0 }, sources, null)).toEqual([
    'Sourcing criteria',
    'Climate',
    'MARKET:9',
  ]);
  const rule = { id: 'r', field: '__sources', operator: 'containsAnyOf', value: ['MARKET:1'] };
  const filters = { id: 'root', combinator: 'and' as const, rules: [rule] };
  const search = { ...DEFAULT_STATE, filters, sortby: 'name', sortdirection: 'asc' as const };
  expect(describeSearch(search, [...SCHEMA, sources], null)).toEqual(['Sources contains any of Hiring']);
});

test('sources are found by name, those of most companies first, and typed by name', () => {
  const counted = [
    { value: 'MARKET:2', count: 5 },
    { value: 'CRITERIA', count: 90 },
  ];
  expect(namedOptions(sources, counted, '')).toEqual([
    { value: 'CRITERIA', count: 90 },
    { value: 'MARKET:2', count: 5 },
    { value: 'MARKET:1', count: 0 },
  ]);
  expect(namedOptions(sources, counted, ' CLIM')).toEqual([{ value: 'MARKET:2', count: 5 }]);
  expect(valueFromName(sources, ' climate ')).toBe('MARKET:2');
  expect(valueFromName(sources, 'MARKET:1')).toBe('MARKET:1');
  expect(valueFromName(sources, 'nothing')).toBe('nothing');
});
