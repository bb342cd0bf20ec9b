import type { DataBlockConfig } from '@quarry/contracts';
import { type FilterGroup, type FilterNode, isGroup, listRules } from '@quarry/filters';

/** The configurations that criteria use, each once, ordered by id: the others change nothing. */
export function usedConfigs(criteria: FilterGroup, configs: readonly DataBlockConfig[]): DataBlockConfig[] {
  const used = new Set(listRules(criteria).map(({ field, configId }) => configId ?? field.split('#', 2)[1]));
  return configs
    .filter(({ configId }) => used.has(configId))
    .sort((one, other) => (one.configId < other.configId ? -1 : 1));
}

/** Text that is equal for criteria with the same content: ids and labels of groups don't count, nor unused configs. */
export function contentKey(criteria: FilterGroup, configs: readonly DataBlockConfig[]): string {
  return JSON.stringify([contentOf(criteria), usedConfigs(criteria, configs).map(withSortedKeys)]);
}

function contentOf(node: FilterNode): unknown {
  if (isGroup(node)) return [node.combinator, node.not === true, node.rules.map(contentOf)];
  return [node.field, node.configId ?? null, node.operator, withSortedKeys(node.value ?? null)];
}

/** The same value with the keys of its objects in order, since a saved configuration may come back in another one. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, content]) => [key, withSortedKeys(content)]);
}
