import { AppError, type DataBlockConfig } from '@quarry/contracts';
import { countRules, type FilterGroup, InvalidFilterError, type RuleProblem, validateFilter } from '@quarry/filters';
import { configIdsOf } from '#server/features/client-configs/config-usages.ts';
import { parseBlockConfigs, universeFields } from '#server/features/universe/criteria/data-point.ts';

/** The problems of a market's criteria under the client's saved configs; empty if they are valid. */
export function findCriteriaProblems(criteria: FilterGroup, configs: readonly DataBlockConfig[]): RuleProblem[] {
  const used = configIdsOf(criteria);
  const parsed = parseBlockConfigs(configs.filter(({ configId }) => used.has(configId)));
  return validateFilter(criteria, universeFields(parsed));
}

/** Throws VALIDATION_FAILED for criteria without conditions and INVALID_FILTER with the invalid ones. */
export function assertUsableCriteria(criteria: FilterGroup, configs: readonly DataBlockConfig[]): void {
  if (countRules(criteria) === 0) throw new AppError('VALIDATION_FAILED', 'A market needs at least one condition');
  const problems = findCriteriaProblems(criteria, configs);
  if (problems.length > 0) throw new InvalidFilterError(problems);
}
