import type { DataBlockConfig } from '@quarry/contracts';
import type { FilterGroup, FilterNode, FilterRule } from '@quarry/filters';
import { expect, test } from 'vitest';
import { compareCriteria, inWords } from './compare-criteria.ts';

const config = (titleKeywords: string[], configId = 'sales'): DataBlockConfig => ({
  configId,
  blockName: 'jobs',
  label: 'Sales jobs',
  config: { titleKeywords },
});
const group = (combinator: 'and' | 'or', ...rules: FilterNode[]): FilterGroup => ({ id: 'g', combinator, rules });
const size = (value: number): FilterRule => ({
  id: 'size',
  field: 'firmographics/employee_count',
  operator: 'gt',
  value,
});
const german: FilterRule = { id: 'de', field: 'firmographics/country', operator: 'isOneOf', value: ['DE'] };
const hiring: FilterRule = { id: 'jobs', field: 'jobs/count', configId: 'sales', operator: 'gte', value: 2 };
const none = { added: [], removed: [], otherChanges: [] };
const plain = (criteria: FilterGroup) => ({ criteria, configs: [] });

test('criteria read with the names of countries and configs', () => {
  expect(inWords({ criteria: group('and', german, hiring), configs: [config(['sales'])] })).toBe(
    'Country is one of Germany and Sales jobs · Matching jobs is at least 2',
  );
});

test('conditions that come and go are told, wherever they stand', () => {
  expect(compareCriteria(plain(group('and', german, size(5))), plain(group('and', size(9), german)))).toEqual({
    ...none,
    added: ['Employee count is greater than 9'],
    removed: ['Employee count is greater than 5'],
  });
  expect(compareCriteria(plain(group('and', german)), plain(group('and', german, german)))).toEqual({
    ...none,
    added: ['Country is one of Germany'],
  });
});

test('another combination of the same conditions is told', () => {
  const [before, after] = [group('and', german, size(5)), group('or', german, size(5))];
  expect(compareCriteria(plain(before), plain(after))).toEqual({
    ...none,
    otherChanges: ['The same conditions are combined in another way.'],
  });
  expect(compareCriteria(plain(before), plain(before))).toEqual(none);
});

test('a config that was edited since is told, though its conditions read the same', () => {
  const criteria = group('and', hiring);
  expect(
    compareCriteria({ criteria, configs: [config(['sales'])] }, { criteria, configs: [config(['sales', 'account'])] }),
  ).toEqual({ ...none, otherChanges: ['The configuration “Sales jobs” counts something else than before.'] });
});

test('configs that can no longer be read leave technical names instead of failing', () => {
  const broken = { ...config(['sales']), blockName: 'vanished' };
  expect(inWords({ criteria: group('and', hiring), configs: [broken] })).toBe('jobs/count is at least 2');
});
