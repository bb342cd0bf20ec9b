import { expect, test } from 'vitest';
import { addToDate, parseDate } from './dates.ts';
import { parseNumberText } from './number-text.ts';

test.each([
  ['2024-03-31', -1, 'months', '2024-02-29'],
  ['2023-03-31', -1, 'months', '2023-02-28'],
  ['2024-02-29', -1, 'years', '2023-02-28'],
  ['2024-01-01', -1, 'days', '2023-12-31'],
  ['2024-01-15', -2, 'weeks', '2024-01-01'],
  ['2024-01-31', 13, 'months', '2025-02-28'],
  ['2024-01-31', -10_000, 'years', '1900-01-01'],
  ['2024-01-31', -10_000, 'weeks', '1900-01-01'],
  ['2299-12-31', 1, 'days', '2299-12-31'],
] as const)('%s and %i %s is %s', (date, amount, unit, result) => {
  expect(addToDate(date, amount, unit)).toBe(result);
});

test.each(['2023-02-29', '2023-13-01', '2023-00-10', '2023-1-1', '1899-12-31', '2300-01-01', ' 2023-01-01', 5, null])(
  'rejects the date %j',
  (value) => {
    expect(parseDate(value)).toBeUndefined();
  },
);

test.each([
  ['10k', 10_000],
  ['1.5m', 1_500_000],
  ['1,000', 1000],
  ['1,234,567.5', 1_234_567.5],
  ['1.1K', 1100],
  ['2 bn', 2e9],
  ['-3', -3],
  ['.5', 0.5],
  ['0.1', 0.1],
])('parses %s as %d', (text, number) => {
  expect(parseNumberText(text)).toBe(number);
});

test.each(['', 'k', '1,00', '1e5', '1.2.3', 'ten', '5kk', '--1', '١٢'])('rejects the number %j', (text) => {
  expect(parseNumberText(text)).toBeUndefined();
});
