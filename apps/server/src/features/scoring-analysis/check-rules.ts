import { IN_LARGE_BLOCKS } from '@quarry/clickhouse';
import { type FindingGroup, type HoldOutCheck, pointsOf } from '@quarry/contracts';
import { z } from 'zod';
import { type Dataset, withoutIndexes } from '#server/features/datasets/dataset.ts';
import { scoreOf } from '#server/features/scoring/scores.sql.ts';
import { scoresOfHeld } from './check-rules.sql.ts';
import type { CountedFields, Counting } from './count-occurrences.ts';
import type { Comparison } from './occurrences.sql.ts';
import { suggestFindings } from './suggest-findings.ts';

/** Companies with the same score. */
export interface ScoredCompanies {
  readonly score: number;
  readonly targets: number;
  readonly others: number;
}

const scoredRow = z
  .object({ __score: z.number(), __targets: z.number(), __others: z.number() })
  .transform((row) => ({ score: row.__score, targets: row.__targets, others: row.__others }));

/**
 * Suggests rules from the training part of the sets and checks them on the rest. Null if nothing was held out. The
 * candidates are those of all companies: they follow from how frequent values are, not from how the sets differ.
 */
export async function checkRules(
  { warehouse, options }: Counting,
  comparison: Comparison,
  { fields, sizes }: CountedFields,
): Promise<HoldOutCheck | null> {
  if (sizes.heldTargets === 0 || sizes.heldOthers === 0 || sizes.others === 0) return null;
  const rules = suggestedRules(suggestFindings(fields, sizes, 'training'));
  const statement = scoresOfHeld(comparison, scoreOf(withoutCompanions(comparison.dataset), rules));
  return separation(await warehouse.rows(statement, scoredRow, { ...options, settings: IN_LARGE_BLOCKS }));
}

/**
 * The same columns without their normalised texts: to normalise the texts of the few companies that are checked costs
 * less than to read those of all, which have no dictionary.
 */
function withoutCompanions(dataset: Dataset): Dataset {
  const readable = withoutIndexes(dataset);
  const columns = [...readable.columns].map(
    ([name, { folded: _folded, lowered: _lowered, ...column }]) => [name, column] as const,
  );
  return { ...readable, columns: new Map(columns) };
}

function suggestedRules(groups: readonly FindingGroup[]) {
  const findings = groups.flatMap((group) => group.findings.filter(({ isOnByDefault }) => isOnByDefault));
  return findings.map(({ rule, score }) => ({ ...rule, score: pointsOf(score) }));
}

const TENTHS = 10;

/** How well scores separate targets from others: the area under the ROC curve, and the lift by tenths of the companies. */
export function separation(scored: readonly ScoredCompanies[]): HoldOutCheck {
  const best = scored.toSorted((one, other) => other.score - one.score);
  const targets = best.reduce((sum, each) => sum + each.targets, 0);
  const others = best.reduce((sum, each) => sum + each.others, 0);
  let above = 0;
  let pairs = 0;
  for (const each of best) {
    pairs += each.others * (above + each.targets / 2);
    above += each.targets;
  }
  const total = targets + others;
  const reached = Array.from({ length: TENTHS + 1 }, (_tenth, at) => targetsAmongBest(best, (total * at) / TENTHS));
  return {
    targets,
    others,
    auc: pairs / (targets * others),
    lift: reached.slice(1).map((upTo, at) => {
      const targetShare = (upTo - (reached[at] ?? 0)) / targets;
      return { upTo: (at + 1) / TENTHS, targetShare, lift: targetShare * TENTHS };
    }),
  };
}

/** The targets among the best `count` companies, on average over the orders of companies with equal scores. */
function targetsAmongBest(best: readonly ScoredCompanies[], count: number): number {
  let left = count;
  let found = 0;
  for (const { targets, others } of best) {
    const size = targets + others;
    const taken = Math.min(left, size);
    found += size === 0 ? 0 : (targets * taken) / size;
    left -= taken;
  }
  return found;
}
