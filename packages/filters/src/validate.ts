import { AppError } from '@quarry/contracts/errors';
import { checkRule } from './check-rule.ts';
import type { KnownFields } from './field-types.ts';
import { type FilterGroup, listRules } from './filter.ts';

/** Why one rule cannot be evaluated, in words for the person who made it. */
export interface RuleProblem {
  ruleId: string;
  reason: string;
}

/** Checks each rule against the known fields and the operator catalogue; an empty answer means valid. */
export function validateFilter(
  group: FilterGroup | null | undefined,
  fields: KnownFields,
  options: { staff?: boolean } = {},
): RuleProblem[] {
  if (!group) return [];
  return listRules(group).flatMap((rule) => {
    const check = checkRule(rule, fields, options);
    return 'reason' in check ? [{ ruleId: rule.id, reason: check.reason }] : [];
  });
}

/** @throws AppError INVALID_FILTER with `{ruleIds, problems}` when any rule is broken. */
export function assertValidFilter(
  group: FilterGroup | null | undefined,
  fields: KnownFields,
  options: { staff?: boolean } = {},
): void {
  const problems = validateFilter(group, fields, options);
  if (problems.length > 0) throw invalidFilter(problems);
}

/** The error that names the broken rules. */
export function invalidFilter(problems: readonly RuleProblem[]): AppError {
  const ruleIds = [...new Set(problems.map((problem) => problem.ruleId))];
  return new AppError('INVALID_FILTER', 'Some conditions are not valid', { ruleIds, problems });
}
