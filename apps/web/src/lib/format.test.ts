import { expect, it } from 'vitest';
import {
  formatBytes,
  formatDate,
  formatInstant,
  formatNumber,
  formatPrecise,
  formatUtcInstant,
  plural,
  relativeDate,
  relativeInstant,
} from './format.ts';

const today = new Date('2026-11-20T15:00:00Z');

it('separates thousands, and keeps all decimals only if asked for precision', () => {
  expect(formatNumber(1234567.891)).toBe('1,234,567.89');
  expect(formatPrecise(1234.00012)).toBe('1,234.00012');
});

it('pluralizes the counted noun', () => {
  expect([0, 1, 1_234].map((count) => plural(count, 'market'))).toEqual(['0 markets', '1 market', '1,234 markets']);
  expect([1, 2].map((count) => plural(count, 'company', 'companies'))).toEqual(['1 company', '2 companies']);
});

it('picks the unit of a file size', () => {
  expect([0, 999, 1_000, 1_234_567, 999_949, 999_950, 20_000_000_000].map(formatBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1 kB',
    '1.2 MB',
    '999.9 kB',
    '1 MB',
    '20 GB',
  ]);
});

it('formats days and instants, and keeps other text', () => {
  expect(formatDate('2026-09-01')).toBe('1 Sep 2026');
  expect(formatDate('soon')).toBe('soon');
  expect(formatInstant('2026-09-12T12:05:00Z')).toMatch(/^1[123] Sep 2026, \d\d:\d\d$/);
  expect(formatUtcInstant('2026-03-12T09:05:01.123Z')).toBe('12 Mar 2026, 09:05:01');
  expect(formatUtcInstant('soon')).toBe('soon');
});

it('describes distances in days, weeks, months and years', () => {
  const at = (text: string) => relativeDate(new Date(`${text}T00:00:00Z`), today);
  expect(at('2026-11-20')).toBe('today');
  expect(at('2026-11-21')).toBe('tomorrow');
  expect(at('2026-10-30')).toBe('3 weeks ago');
  expect(at('2026-05-20')).toBe('6 months ago');
  expect(at('2020-05-20')).toBe('6 years ago');
  expect(relativeInstant('2026-11-20T14:55:00Z', today)).toBe('5 minutes ago');
});
