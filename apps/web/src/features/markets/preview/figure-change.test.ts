import { expect, test } from 'vitest';
import { changeText, withCounts } from './figure-change.ts';

const counted = (key: string, totalCompanies: number, totalNetNewCompanies = 0) => ({
  key,
  totalCompanies,
  totalNetNewCompanies,
});

test('the change is that of the last edit', () => {
  const first = withCounts(null, counted('a', 10));
  expect(first.before).toBeNull();
  const edited = withCounts(first, counted('b', 7));
  expect(edited.before).toEqual(counted('a', 10));
  // The same counts again change nothing.
  expect(withCounts(edited, counted('b', 7))).toBe(edited);
  expect(withCounts(edited, counted('a', 10)).before).toEqual(counted('b', 7));
});

test('companies that entered the dataset are no edit', () => {
  const edited = withCounts(withCounts(null, counted('a', 10, 10)), counted('b', 7, 7));
  expect(withCounts(edited, counted('b', 7, 0))).toEqual({ latest: counted('b', 7, 0), before: null });
});

test.each([
  [1234, '+1,234'],
  [-12, '−12'],
  [0, '±0'],
])('a change of %i reads %s', (change, text) => {
  expect(changeText(change)).toBe(text);
});
