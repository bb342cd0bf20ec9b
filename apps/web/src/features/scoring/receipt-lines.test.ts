import type { ScoringRule } from '@quarry/contracts';
import { expect, test } from 'vitest';
import { receiptLines } from './receipt-lines.ts';

const rule = (id: string, score: number): ScoringRule => ({ id, field: 'f', operator: 'exists', value: null, score });

test('a receipt starts with what counted most and ends with what did not count', () => {
  const rules = [rule('small', 1), rule('unmet', 10), rule('unknown', 2), rule('large', -8)];
  const judged = [
    { ruleId: 'small', value: 'x', verdict: 'met' as const, points: 1 },
    { ruleId: 'unmet', value: 'y', verdict: 'not met' as const, points: 0 },
    { ruleId: 'unknown', value: null, verdict: 'unknown' as const, points: 0 },
    { ruleId: 'large', value: 'z', verdict: 'met' as const, points: -8 },
    // Saved by someone else a moment ago.
    { ruleId: 'removed', value: 'z', verdict: 'met' as const, points: 3 },
  ];
  expect(receiptLines(rules, judged).map((line) => line.rule.id)).toEqual(['large', 'small', 'unknown', 'unmet']);
});
