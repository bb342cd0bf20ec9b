import { type FilterGroup, type FilterRule, isGroup } from '@quarry/filters';
import { addNode, emptyRoot, newId, updateRule } from '../../ui/filter-builder/filter-tree.ts';
import type { NewRule } from '../data-points/value-rule.ts';

const LISTS = new Set(['isOneOf', 'containsAnyOf', 'matchesAnyText']);

/**
 * The filters with one more condition that companies must meet. A condition on the same data point with the same operator
 * takes the value instead: lists get another item, ranges are replaced.
 */
export function withRule(filters: FilterGroup | null, rule: NewRule): FilterGroup {
  const added: FilterRule = { ...rule, id: newId() };
  if (filters === null) return { ...emptyRoot(), rules: [added] };
  if (filters.combinator === 'or' || filters.not === true) {
    if (filters.rules.length === 0) return { ...emptyRoot(), rules: [added] };
    return { ...emptyRoot(), rules: [filters, added] };
  }
  const same = filters.rules.find(
    (node): node is FilterRule => !isGroup(node) && node.field === rule.field && node.operator === rule.operator,
  );
  if (same === undefined) return addNode(filters, filters.id, added);
  return updateRule(filters, same.id, (old) => ({ ...old, value: valueOf(old, rule) }));
}

function valueOf(old: FilterRule, { operator, value }: NewRule): FilterRule['value'] {
  if (!LISTS.has(operator) || !Array.isArray(old.value) || !Array.isArray(value)) return value;
  return [...new Set([...old.value.map(String), ...value.map(String)])];
}
