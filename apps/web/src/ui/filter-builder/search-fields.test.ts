import { expect, test } from 'vitest';
import { searchFields } from './search-fields.ts';

const field = (displayName: string, ...synonyms: string[]) => ({
  fieldName: displayName.toLowerCase().replaceAll(' ', '_'),
  displayName,
  group: 'Firmographics',
  description: '',
  synonyms,
});
const fields = [
  field('Annual revenue', 'turnover', 'sales volume'),
  field('Employees', 'headcount', 'company size'),
  field('Headcount growth'),
  field('Company size class'),
];
const found = (search: string) => searchFields(fields, search).map(({ displayName }) => displayName);

test('data points are found by name first, then by synonyms', () => {
  expect(found('')).toHaveLength(4);
  expect(found('HEADC')).toEqual(['Headcount growth', 'Employees']);
  expect(found('turnover')).toEqual(['Annual revenue']);
  expect(found('volume of sales')).toEqual([]);
  expect(found('volume sales')).toEqual(['Annual revenue']);
  expect(found('company size')).toEqual(['Company size class', 'Employees']);
});
