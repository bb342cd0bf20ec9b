import { AppError, type DataBlockConfig } from '@quarry/contracts';
import { countRules, filterGroup } from '@quarry/filters';
import type { MarketRow } from './market.ts';
import { findCriteriaProblems } from './market-criteria.ts';

/**
 * Throws NOTHING_TO_PUBLISH unless the market's draft has unpublished changes and conditions that are all valid under
 * the client's saved configs.
 */
export function assertSomethingToPublish(row: MarketRow, configs: readonly DataBlockConfig[]): void {
  if (!row.hasUnpublishedChanges) {
    throw new AppError('NOTHING_TO_PUBLISH', 'This market has no unpublished changes.', { marketId: row.id });
  }
  const draft = filterGroup.parse(row.draftCriteria);
  if (countRules(draft) === 0) {
    throw new AppError('NOTHING_TO_PUBLISH', 'This market has no conditions.', { marketId: row.id });
  }
  const problems = findCriteriaProblems(draft, configs);
  if (problems.length === 0) return;
  throw new AppError('NOTHING_TO_PUBLISH', 'Some conditions of this market are no longer valid.', {
    marketId: row.id,
    ruleIds: [...new Set(problems.map(({ ruleId }) => ruleId))],
    problems,
  });
}
