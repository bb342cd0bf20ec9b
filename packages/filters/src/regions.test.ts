import { expect, test } from 'vitest';
import { COUNTRY_NAMES } from './country-names.ts';
import { expandRegions, isUnknownRegion, REGIONS } from './regions.ts';

test('regions have fixed sizes and contain each known country once', () => {
  const sizes = Object.fromEntries(Object.entries(REGIONS).map(([name, codes]) => [name, new Set(codes).size]));
  expect(sizes).toEqual({
    Africa: 54,
    Asia: 49,
    Europe: 46,
    'North America': 20,
    'South America': 12,
    Australia: 13,
    APAC: 39,
    EMEA: 122,
    NA: 2,
    LATAM: 30,
  });
  expect(Object.keys(COUNTRY_NAMES)).toHaveLength(249);
  for (const code of Object.values(REGIONS).flat()) expect(COUNTRY_NAMES).toHaveProperty(code);
});

test('expands region values and keeps others', () => {
  expect(expandRegions(['DE', ' Region:na', 'US', 'region:Nowhere'])).toEqual(['DE', 'US', 'CA', 'region:Nowhere']);
  expect(isUnknownRegion('region:Nowhere')).toBe(true);
  expect(isUnknownRegion('region:North America')).toBe(false);
  expect(isUnknownRegion('Nowhere')).toBe(false);
});
