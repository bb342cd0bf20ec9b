import { type FilterGroup, type FilterNode, type FilterRule, isGroup } from '@quarry/filters';

/** A string that is equal for equal criteria, whatever the order of their JSON keys. */
export function criteriaKey(group: FilterGroup): string {
  return JSON.stringify(nodeKey(group));
}

function nodeKey(node: FilterNode): unknown[] {
  if (!isGroup(node)) return [node.id, node.field, node.operator, valueKey(node.value), node.configId ?? null];
  return [node.id, node.combinator, node.not === true, node.label ?? null, node.rules.map(nodeKey)];
}

function valueKey(value: FilterRule['value']): unknown {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' && !Array.isArray(value) ? [value.amount, value.unit] : value;
}
