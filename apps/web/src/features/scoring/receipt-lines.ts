import type { getScoreReceipt, OutputOf, ScoringRule } from '@quarry/contracts';

type JudgedRule = OutputOf<typeof getScoreReceipt>['rules'][number];

/** A rule of a scoring field as it was judged for one company. */
export interface ReceiptLine extends Pick<JudgedRule, 'value' | 'verdict' | 'points'> {
  readonly rule: ScoringRule;
}

const ORDER: Readonly<Record<JudgedRule['verdict'], number>> = { met: 0, unknown: 1, 'not met': 2 };

/** The rules that gave points first, the weightiest on top, then those without a verdict, then those not met. */
export function receiptLines(rules: readonly ScoringRule[], judged: readonly JudgedRule[]): ReceiptLine[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return judged
    .flatMap(({ ruleId, value, verdict, points }): ReceiptLine[] => {
      const rule = byId.get(ruleId);
      return rule === undefined ? [] : [{ rule, value, verdict, points }];
    })
    .toSorted(
      (one, other) =>
        ORDER[one.verdict] - ORDER[other.verdict] || Math.abs(other.rule.score) - Math.abs(one.rule.score),
    );
}
