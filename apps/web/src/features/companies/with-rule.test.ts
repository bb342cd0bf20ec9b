import type { FilterGroup } from '@quarry/filters';
import { expect, test } from 'vitest';
import { withRule } from './with-rule.ts';

const city = (value: string[]) => ({ id: 'new', field: 'city', operator: 'isOneOf', value });
const filters = (...rules: FilterGroup['rules']): FilterGroup => ({ id: 'root', combinator: 'and', rules });
const withoutIds = (filter: unknown): unknown =>
  JSON.parse(JSON.stringify(filter, (key, value: unknown) => (key === 'id' ? undefined : value)));

test('the first condition', () => {
  expect(withoutIds(withRule(null, city(['Bonn'])))).toEqual(
    withoutIds({ combinator: 'and', rules: [city(['Bonn'])] }),
  );
});
test('one more condition', () => {
  const name = { id: 'n', field: 'name', operator: 'containsText', value: ['a'] };
  expect(withoutIds(withRule(filters(name), city(['Bonn'])))).toEqual(withoutIds(filters(name, city(['Bonn']))));
});
test('one more value of a list, once', () => {
  const before = filters(city(['Ulm']));
  const after = withRule(before, city(['Bonn']));
  expect(after).toEqual(filters(city(['Ulm', 'Bonn'])));
  expect(withRule(after, city(['Bonn']))).toEqual(after);
});
test('another range', () => {
  const between = (value: number[]) => ({ id: 'new', field: 'size', operator: 'between', value });
  const before = filters(between([1, 9]));
  expect(withRule(before, between([2, 3]))).toEqual(filters(between([2, 3])));
});
test.each([{ combinator: 'or' }, { not: true }] as const)('beside filters that it may not loosen: %o', (change) => {
  const before = { ...filters(city(['Ulm'])), ...change };
  expect(withoutIds(withRule(before, city(['Bonn'])))).toEqual(withoutIds(filters(before, city(['Bonn']))));
});
