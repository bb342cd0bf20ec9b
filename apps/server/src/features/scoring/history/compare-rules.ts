import type { ScoringRule } from '@quarry/contracts';
import { filterRule } from '@quarry/filters';
import { z } from 'zod';

/** A condition, and the points for the companies that met it before and that meet it after; 0 without such a rule. */
export const ruleChange = z.object({ rule: filterRule, pointsBefore: z.number(), pointsAfter: z.number() });
export type RuleChange = z.infer<typeof ruleChange>;

/** The conditions of two definitions of a score, each once. */
export function compareRules(before: readonly ScoringRule[], after: readonly ScoringRule[]): RuleChange[] {
  const changes = new Map<string, RuleChange>();
  const add = ({ score, ...rule }: ScoringRule, points: 'pointsBefore' | 'pointsAfter') => {
    const key = JSON.stringify([rule.field, rule.operator, rule.value, rule.configId]);
    const change = changes.get(key) ?? { rule, pointsBefore: 0, pointsAfter: 0 };
    changes.set(key, { ...change, [points]: change[points] + score });
  };
  for (const rule of after) add(rule, 'pointsAfter');
  for (const rule of before) add(rule, 'pointsBefore');
  return [...changes.values()];
}

/** True if two definitions give the same scores to the same companies. */
export function areSameRules(before: readonly ScoringRule[], after: readonly ScoringRule[]): boolean {
  return compareRules(before, after).every(({ pointsBefore, pointsAfter }) => pointsBefore === pointsAfter);
}
