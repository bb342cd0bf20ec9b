import { type FilterGroup, type FilterRule, isGroup } from '@quarry/filters';
import { addNode, emptyRoot, updateRule } from '../../ui/filter-builder/filter-tree.ts';

const LISTS = new Set(['isOneOf', 'containsAnyOf', 'matchesAnyText']);

/**
 * The filters with one more condition that companies must meet. A condition on the same data point with the same operator
 * takes the value instead: lists get another item, ranges are replaced.
 */
export function withRule(filters: FilterGroup | null, rule: FilterRule): FilterGroup {
  if (filters === null) return { ...emptyRoot(), rules: [rule] };
  if (filters.combinator === 'or' || filters.not === true) {
    if (filters.rules.length === 0) return { ...emptyRoot(), rules: [rule] };
    return { ...emptyRoot(), rules: [filters, rule] };
  }
  const same = filters.rules.find(
    (node): node is FilterRule => !isGroup(node) && node.field === rule.field && node.operator === rule.operator,
  );
  if (same === undefined) return addNode(filters, filters.id, rule);
  return updateRule(filters, same.id, (old) => ({ ...old, value: valueOf(old, rule) }));
}

function valueOf(old: FilterRule, { operator, value }: FilterRule): FilterRule['value'] {
  if (!LISTS.has(operator) || !Array.isArray(old.value) || !Array.isArray(value)) return value;
  return [...new Set([...old.value.map(String), ...value.map(String)])];
}
