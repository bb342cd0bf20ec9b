import { checkRule } from './check-rule.ts';
import type { KnownFields } from './field-types.ts';
import { type FilterGroup, listRules } from './filter.ts';
import { InvalidFilterError, type RuleProblem } from './invalid-filter-error.ts';

/** Checks each rule against the known fields and the operators; an empty result means valid. */
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

/** @throws InvalidFilterError if any rule is invalid. */
export function assertValidFilter(
  group: FilterGroup | null | undefined,
  fields: KnownFields,
  options: { staff?: boolean } = {},
): void {
  const problems = validateFilter(group, fields, options);
  if (problems.length > 0) throw new InvalidFilterError(problems);
}
