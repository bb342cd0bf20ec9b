import { describe, expect, it } from 'vitest';
import { copyText, displayText, hintText, isEmptyValue } from './cell-text.ts';
import { valueHint, webAddress } from './value-hint.ts';

const today = new Date('2026-11-20T15:00:00Z');

describe('values', () => {
  it('formats each type', () => {
    expect(displayText('Number', 1234567.891)).toBe('1,234,567.89');
    expect(displayText('Currency', 1234567)).toBe('$1.2M');
    expect(displayText('Currency', 950)).toBe('$950');
    expect(displayText('Percentage', 0.12346)).toBe('12.35%');
    expect(displayText('Date', '2026-03-12')).toBe('12 Mar 2026');
    expect(displayText('Date', '2026-09-01')).toBe('1 Sep 2026');
    expect(displayText('Boolean', false)).toBe('No');
    expect(displayText('Array', ['a', 'b'])).toBe('a, b');
    expect(displayText('Number', null)).toBe('');
  });
  it('writes years, and their averages, without separators', () => {
    expect(displayText('Number', 2000, valueHint('founded_year', 'Number'))).toBe('2000');
    expect(displayText('Number', 2004.3712, 'year')).toBe('2004.37');
    expect(valueHint('revenue_year', 'Currency')).toBeNull();
  });
  it('copies exact values', () => {
    expect(copyText('Currency', 1234567.5)).toBe('1234567.5');
    expect(copyText('Percentage', 0.125)).toBe('12.5%');
    expect(copyText('Multipicklist', ['a', 'b'])).toBe('a; b');
    expect(copyText('Date', '2026-03-12')).toBe('2026-03-12');
  });
  it('recognises every stored form of empty', () => {
    expect([null, undefined, '', '  ', []].every(isEmptyValue)).toBe(true);
    expect([0, false, 'x', ['']].some(isEmptyValue)).toBe(false);
  });
  it('hints at the exact amount and the age of a date', () => {
    expect(hintText('Currency', 1234567)).toBe('$1,234,567');
    expect(hintText('Currency', 950)).toBeNull();
    expect(hintText('Date', '2026-11-17', today)).toBe('3 days ago');
    expect(hintText('Date', 'soon', today)).toBeNull();
  });
});

describe('web addresses', () => {
  it('drops the scheme and never links plain text', () => {
    expect(webAddress('https://www.acme.io/a/', false)).toEqual({ href: 'https://www.acme.io/a/', label: 'acme.io/a' });
    expect(webAddress('acme.io', true)).toEqual({ href: 'https://acme.io', label: 'acme.io' });
    expect(webAddress('Node.js', false)).toBeNull();
    expect(webAddress('javascript:alert(1)', true)).toBeNull();
  });
});
