import type { DataBlockConfig } from '@quarry/contracts';
import { type FilterGroup, type FilterNode, isGroup, listRules } from '@quarry/filters';

/** The configurations that the criteria use, ordered by id. */
export function usedConfigs(criteria: FilterGroup, configs: readonly DataBlockConfig[]): DataBlockConfig[] {
  const used = new Set(listRules(criteria).map(({ field, configId }) => configId ?? field.split('#', 2)[1]));
  return configs
    .filter(({ configId }) => used.has(configId))
    .sort((one, other) => (one.configId < other.configId ? -1 : 1));
}

/** A key that is equal for criteria with the same result: it ignores ids, group labels and unused configs. */
export function contentKey(criteria: FilterGroup, configs: readonly DataBlockConfig[]): string {
  return JSON.stringify([contentOf(criteria), usedConfigs(criteria, configs).map(withSortedKeys)]);
}

function contentOf(node: FilterNode): unknown {
  if (isGroup(node)) return [node.combinator, node.not === true, node.rules.map(contentOf)];
  return [node.field, node.configId ?? null, node.operator, withSortedKeys(node.value ?? null)];
}

/** A canonical form: saved configurations may come back with their keys in another order. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, content]) => [key, withSortedKeys(content)]);
}
