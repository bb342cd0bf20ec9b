import { expect, it } from 'vitest';
import { addValues, countryLabel, countryOptions, countryValue, splitLines } from './text-list.ts';

it('splits pasted lists on lines only', () => {
  expect(splitLines('Acme, Inc.\r\n\n  Beta \nAcme, Inc.\n')).toEqual(['Acme, Inc.', 'Beta']);
});

it('keeps each value once, ignoring case', () => {
  expect(addValues(['Fintech'], ['fintech', 'SaaS', 'saas'])).toEqual(['Fintech', 'SaaS']);
});

it('stores country codes and regions, and shows their names', () => {
  expect(countryValue('germany')).toBe('DE');
  expect(countryValue('de')).toBe('DE');
  expect(countryValue('emea')).toBe('region:EMEA');
  expect(countryValue('Atlantis')).toBe('Atlantis');
  expect(countryLabel('region:North America')).toBe('North America');
  expect(countryLabel('FR')).toBe('France');
});

it('offers regions first, then the busiest countries', () => {
  const options = countryOptions('americ', [{ value: 'US', count: 5 }], true);
  expect(options.map(({ value }) => value)).toEqual(['region:North America', 'region:South America', 'AS']);
  expect(countryOptions('us', [], true).find(({ isRegion }) => !isRegion)).toMatchObject({ value: 'US', note: 'US' });
  expect(countryOptions('', [{ value: 'GB', count: 9 }], false)[0]).toMatchObject({ value: 'GB', count: 9 });
});
