import type { FindingGroup, ScoreFinding } from '@quarry/contracts';
import { expect, test } from 'vitest';
import { noSaveReason, selectedRules, suggestedIds } from './selected-rules.ts';

const finding = (id: string, score: number, isOnByDefault: boolean): ScoreFinding => ({
  id,
  fieldName: 'industry',
  rule: { id, field: 'industry', operator: 'isOneOf', value: [id] },
  value: id,
  impact: score / 20,
  score,
  goodCount: 5,
  badCount: 5,
  goodPercentage: 0.1,
  badPercentage: 0.1,
  confidence: 0.99,
  isSignificant: true,
  isOnByDefault,
});
const GROUPS: FindingGroup[] = [
  {
    fieldName: 'industry',
    displayName: 'Industry',
    weight: 1,
    isImpactful: true,
    findings: [finding('a', 6.5, true), finding('b', -6.5, true), finding('c', 0.2, false), finding('d', -0.2, false)],
  },
];

test('selects the suggested findings first', () => {
  expect([...suggestedIds(GROUPS)]).toEqual(['a', 'b']);
});

test('makes whole points of scores, half away from zero and never none', () => {
  const rules = selectedRules(GROUPS, new Set(['a', 'b', 'c', 'd']));
  expect(rules.map(({ id, score }) => [id, score])).toEqual([
    ['a', 7],
    ['b', -7],
    ['c', 1],
    ['d', -1],
  ]);
});

test.each([
  [0, 'Select at least one rule'],
  [1, null],
  [100, null],
  [101, 'You must select less than 100 rules'],
])('%i rules: %s', (count, reason) => {
  expect(noSaveReason(count)).toBe(reason);
});
