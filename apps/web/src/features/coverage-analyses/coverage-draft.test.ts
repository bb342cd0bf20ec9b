import type { CoverageResult } from '@quarry/contracts';
import { expect, test } from 'vitest';
import { domainsOf, domainsProblem, excludedValues, readRanges, toCsv } from './coverage-draft.ts';

test('domains are one per line, between 1 and 1000', () => {
  expect(domainsOf(' acme.com \n\n\tother.com')).toEqual(['acme.com', 'other.com']);
  expect(domainsProblem(['acme.com'])).toBeNull();
  const message = 'Please provide between 1 and 1000 domains';
  expect([domainsProblem([]), domainsProblem(Array.from({ length: 1001 }, String))]).toEqual([message, message]);
});

test('ranges are refused in the words of the specification', () => {
  expect(readRanges('1, 10,,100', 'Number')).toEqual({ ranges: [1, 10, 100] });
  expect(readRanges('1, ten', 'Currency')).toEqual({ problem: 'Please make sure all fields are correct numbers' });
  expect(readRanges('2026-1-1', 'Date')).toEqual({
    problem: 'Please make sure all fields are correct dates in YYYY-MM-DD format',
  });
  const count = { problem: 'There have to be more than 0 and less than 1000 ranges.' };
  expect(readRanges(' ,', 'Number')).toEqual(count);
  expect(readRanges(Array.from({ length: 1000 }, String).join(), 'Number')).toEqual(count);
});

const rule = { id: 'a', fieldName: 'firmographics/country', configId: null };
const company = (name: string, value: string | string[] | null, included: boolean) => ({
  domain: `${name}.com`,
  originalDomain: `${name}.com`,
  name,
  companyId: name,
  included,
  rules: [{ ...rule, rawValue: value, value, included }],
});
const result: CoverageResult = {
  flatRules: [
    { ...rule, displayName: 'Country', description: 'Country is DE', included: 1, targetsGained: 3, companiesAdded: 9 },
  ],
  targetCompanies: [
    company('in', 'DE', true),
    company('one', 'FR', false),
    company('two', 'FR', false),
    company('=x', null, false),
  ],
  matched: 4,
  included: 1,
  notMatchedDomains: [],
  invalidDomains: [],
  estimate: 5,
  estimateError: null,
};

test('excluded values are those of targets that fail the rule, the most frequent first', () => {
  expect(excludedValues(result, 0)).toEqual([
    { value: 'FR', count: 2 },
    { value: 'No value', count: 1 },
  ]);
});

test('the file has a row for each target, and no formulas', () => {
  expect(toCsv(result).split('\r\n').slice(0, 5)).toEqual([
    '\ufeffDomain,Entered,Name,Included,Country is DE,Holds',
    'in.com,in.com,in,Yes,DE,Yes',
    'one.com,one.com,one,No,FR,No',
    'two.com,two.com,two,No,FR,No',
    "'=x.com,'=x.com,'=x,No,,No",
  ]);
});
