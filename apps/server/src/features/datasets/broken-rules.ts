import { WarehouseError } from '@quarry/clickhouse';
import type { FilterRule, InvalidFilterError } from '@quarry/filters';

/** The fields of the rules that can't be evaluated, for people. */
export function brokenFields(rules: readonly FilterRule[], error: InvalidFilterError): string {
  const broken = new Set(error.ruleIds);
  const fields = new Set(rules.flatMap(({ id, field }) => (broken.has(id) ? [field] : [])));
  return [...fields].map((field) => `“${field}”`).join(', ');
}

/** True if a definition takes more of the engine than a statement may have, so that it never succeeds. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof WarehouseError && ['timeout', 'memory', 'too_complex'].includes(error.kind);
}
