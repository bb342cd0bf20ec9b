import { type FilterGroup, type FilterRule, isGroup, type Operator } from '@quarry/filters';
import { emptyRoot } from '../../ui/filter-builder/filter-tree.ts';

/** Operators of which a second condition on the same data point narrows the result further. */
const NARROWING: ReadonlySet<string> = new Set<Operator>(['containsAnyOf', 'matchesAnyText', 'notOneOf']);

/**
 * Filters with one more condition. It replaces one with the same data point and operator that it would contradict; one
 * of several values gets another value.
 */
export function withCondition(filters: FilterGroup | null, rule: FilterRule): FilterGroup {
  if (filters === null) return { ...emptyRoot(), rules: [rule] };
  if (filters.combinator === 'or' || filters.not === true) return { ...emptyRoot(), rules: [filters, rule] };
  const same = (node: FilterGroup['rules'][number]): node is FilterRule =>
    !isGroup(node) && node.field === rule.field && node.operator === rule.operator;
  if (rule.operator === 'isOneOf') {
    const values = filters.rules.filter(same).flatMap(({ value }) => (Array.isArray(value) ? value : []));
    const all = [...new Set([...values, ...(Array.isArray(rule.value) ? rule.value : [])].map(String))];
    return { ...filters, rules: [...filters.rules.filter((node) => !same(node)), { ...rule, value: all }] };
  }
  const isReplaced = (node: FilterGroup['rules'][number]) =>
    same(node) && (!NARROWING.has(rule.operator) || JSON.stringify(node.value) === JSON.stringify(rule.value));
  return { ...filters, rules: [...filters.rules.filter((node) => !isReplaced(node)), rule] };
}
