import type { ScoringRule } from '@quarry/contracts';
import { expect, test } from 'vitest';
import { readRulesHash, writeRulesHash } from './rules-hash.ts';

const RULES: ScoringRule[] = [
  { id: 'a', field: 'industry', operator: 'isOneOf', value: ['R&D', '100 % “organic” #1'], score: 7 },
  { id: 'b', field: 'employees', operator: 'between', value: [50, 500], score: -3 },
];

test('a new scoring field starts with the rules and the report of its hash', () => {
  const start = { rules: RULES, reportId: 'report-1' };
  const hash = writeRulesHash(start);
  expect(readRulesHash(`#${hash}`)).toEqual(start);
  // A router may have decoded the hash before.
  expect(readRulesHash(decodeURIComponent(hash))).toEqual(start);
});

test('a hash without readable rules starts with none', () => {
  for (const hash of ['', '#', '#rules=', '#rules=%7B', '#rules=%7B%22rules%22%3A%5B%5D%7D']) {
    expect(readRulesHash(hash), hash).toBeNull();
  }
  expect(readRulesHash(writeRulesHash({ rules: RULES.map((rule) => ({ ...rule, score: 11 })), reportId: null }))).toBe(
    null,
  );
});
