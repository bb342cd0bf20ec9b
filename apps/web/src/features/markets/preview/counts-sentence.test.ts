import { expect, it } from 'vitest';
import { countsSentence, ruleCountHint, ruleCountSentence } from './counts-sentence.ts';
import { readEntry, writeEntry } from './use-hash-entry.ts';

it('formats counts with thousands separators and singular forms', () => {
  expect(countsSentence({ totalCompanies: 12_345, totalNetNewCompanies: 3_210 })).toBe(
    '12,345 companies match · 3,210 net new',
  );
  expect(countsSentence({ totalCompanies: 1, totalNetNewCompanies: 0 })).toBe('1 company matches · 0 net new');
  expect(ruleCountSentence({ withoutRule: 20_400, unknown: 1_200 })).toBe(
    '20,400 without this condition · 1,200 unknown',
  );
  expect(ruleCountSentence({ withoutRule: 7, unknown: 0 })).toBe('7 without this condition');
  expect(ruleCountHint({ withoutRule: 20_400, unknown: 1 })).toContain('1 of them is unknown');
});

it('keeps the other entries of the hash', () => {
  const hash = writeEntry('#state=%7B%7D&why=1', 'why', 'a&b=c');
  expect(hash).toBe('state=%7B%7D&why=a%26b%3Dc');
  expect(readEntry(`#${hash}`, 'why')).toBe('a&b=c');
  expect(writeEntry(hash, 'why', null)).toBe('state=%7B%7D');
  expect(readEntry('', 'why')).toBeNull();
});
