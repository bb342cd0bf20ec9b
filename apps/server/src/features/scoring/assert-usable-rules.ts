import type { ScoringRule } from '@quarry/contracts';
import { InvalidFilterError } from '@quarry/filters';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { assertNoCycle, type NamedNode, problemsOnNodes } from '#server/features/datasets/derived-nodes.ts';
import { conditionsOf } from './scores.sql.ts';
import { type ScoringConfigRow, scoreNode } from './scoring-config.ts';

/**
 * Throws INVALID_FILTER with the rules that the dataset can't evaluate, and CYCLE if a scoring field would depend on
 * itself. `all` are the client's tags, segments and scores.
 */
export function assertUsableRules(
  dataset: Dataset,
  rules: readonly ScoringRule[],
  all: readonly NamedNode[],
  config: Pick<ScoringConfigRow, 'id' | 'name'> | null,
): void {
  const problems = problemsOnNodes({ id: 'rules', combinator: 'and', rules: [...rules] }, all, 'score');
  if (problems.length > 0) throw new InvalidFilterError(problems);
  // Before the columns: the one of a new field's own score doesn't exist yet.
  if (config !== null) assertNoCycle(all, scoreNode({ ...config, rules }));
  conditionsOf(dataset, rules);
}
