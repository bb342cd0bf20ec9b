import { expect, test } from 'vitest';
import { parseSheet, withPasted } from './parse-sheet.ts';

const revenue = {
  internalName: 'firmographics/revenue_usd',
  externalName: 'revenue',
  displayName: 'Revenue',
  configId: null,
};

test('lines of a sheet become field definitions, in the usual order or that of a header', () => {
  const usual = 'firmographics/revenue_usd\trevenue\tRevenue\r\njobs/count\tjobs\tOpen jobs\tj1\n\n';
  const jobs = { internalName: 'jobs/count', externalName: 'jobs', displayName: 'Open jobs', configId: 'j1' };
  expect(parseSheet(usual)).toEqual({ definitions: [revenue, jobs], problems: [] });
  const header = 'Display Name\texternal_name\tInternal name\nRevenue\trevenue\tfirmographics/revenue_usd';
  expect(parseSheet(header).definitions).toEqual([revenue]);
});

test('lines without names are named, and known external names are replaced', () => {
  const { definitions, problems } = parseSheet('revenue_usd\trevenue\n\trevenue\nfirmographics/city\n');
  expect(definitions).toEqual([]);
  expect(problems).toEqual([
    'Line 1: “revenue_usd” is no data point, which is a block and a field with / between',
    'Line 2 has no internal name',
    'Line 3 has no external name',
  ]);
  const old = { ...revenue, internalName: 'firmographics/city' };
  expect(withPasted([old], [revenue, { ...revenue, externalName: 'other' }])).toEqual([
    revenue,
    { ...revenue, externalName: 'other' },
  ]);
});
