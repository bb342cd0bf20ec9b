import { expect, it } from 'vitest';
import { readNumber, writeNumber } from './number-entry.ts';

it('parses typed numbers and stores percents as fractions with two decimals', () => {
  expect(readNumber('10k', 'Number')).toBe(10_000);
  expect(readNumber('$1.5m', 'Currency')).toBe(1_500_000);
  expect(readNumber('12 %', 'Percentage')).toBe(0.12);
  expect(readNumber('12.6', 'Percentage')).toBe(0.13);
  expect(readNumber('ten', 'Number')).toBeNull();
  expect(readNumber('', 'Number')).toBeNull();
});

it('formats stored numbers the way people type them', () => {
  expect(writeNumber(1_500_000, 'Currency')).toBe('1,500,000');
  expect(writeNumber(0.29, 'Percentage')).toBe('29');
  expect(writeNumber(2000, 'Number')).toBe('2,000');
  expect(writeNumber(2000, 'Number', true)).toBe('2000');
  expect(writeNumber(null, 'Number')).toBe('');
});
