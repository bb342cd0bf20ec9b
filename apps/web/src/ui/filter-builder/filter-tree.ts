import {
  FILTER_LIMITS,
  type FilterGroup,
  type FilterNode,
  type FilterRule,
  isGroup,
  listRules,
  startOperator,
} from '@quarry/filters';
import type { ChosenField } from './filter-field.ts';

/** An id for a new group or rule. `randomUUID` only exists on secure pages. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('');
}

export function blankRule(id = newId()): FilterRule {
  return { id, field: '', operator: '', value: null };
}

/** A group that starts with one blank rule. */
export function blankGroup(combinator: FilterGroup['combinator'], id = newId()): FilterGroup {
  return { id, combinator, rules: [blankRule()] };
}

/** A root group without rules, which matches everything. */
export function emptyRoot(id = newId()): FilterGroup {
  return { id, combinator: 'and', rules: [] };
}

export function ruleIsBlank(root: FilterGroup, ruleId: string): boolean {
  return listRules(root).some((rule) => rule.id === ruleId && rule.field === '');
}

/** Appends a rule or group to a group. */
export function addNode(root: FilterGroup, groupId: string, node: FilterNode): FilterGroup {
  return updateGroup(root, groupId, (group) => ({ ...group, rules: [...group.rules, node] }));
}

/** Changes a group; returns the same root if nothing changed. */
export function updateGroup(
  root: FilterGroup,
  groupId: string,
  change: (group: FilterGroup) => FilterGroup,
): FilterGroup {
  if (root.id === groupId) return change(root);
  return mapGroups(root, (group) => updateGroup(group, groupId, change));
}

export function updateRule(root: FilterGroup, ruleId: string, change: (rule: FilterRule) => FilterRule): FilterGroup {
  const rules = root.rules.map((node) => {
    if (isGroup(node)) return updateRule(node, ruleId, change);
    return node.id === ruleId ? change(node) : node;
  });
  return isSame(rules, root.rules) ? root : { ...root, rules };
}

/** Sets a rule's field and config, and starts it with the operator and value that most often find something. */
export function withField(rule: FilterRule, { field, type, configId, isCount }: ChosenField): FilterRule {
  const operator = startOperator(type);
  const value = operator === 'dateSinceRelative' ? { amount: 30, unit: 'days' } : isCount === true ? 1 : null;
  return { id: rule.id, field, operator, value, ...(configId === undefined ? {} : { configId }) };
}

/** Sets another config for the same field; operator and value stay. */
export function withConfig(rule: FilterRule, configId: string): FilterRule {
  return { ...rule, configId };
}

/** Sets a rule's operator and clears the value unless `keepsValue`. */
export function withOperator(rule: FilterRule, operator: string, keepsValue: boolean): FilterRule {
  return { ...rule, operator, value: keepsValue ? rule.value : null };
}

/**
 * Removes a rule or group. A nested group with one remaining member is replaced by that member, and an empty one is
 * removed. A negated group stays, because dropping its "not" would invert its meaning.
 */
export function removeNode(root: FilterGroup, id: string): FilterGroup {
  const rules = root.rules.filter((node) => node.id !== id);
  if (rules.length !== root.rules.length) return { ...root, rules };
  const pruned = root.rules.flatMap((node): FilterNode[] => {
    if (!isGroup(node)) return [node];
    const left = removeNode(node, id);
    if (left === node) return [node];
    const [only] = left.rules;
    if (only === undefined) return [];
    return left.rules.length === 1 && left.not !== true ? [only] : [left];
  });
  return isSame(pruned, root.rules) ? root : { ...root, rules: pruned };
}

/** The depth of a group: 1 for the root, 0 if not found. */
function depthOf(root: FilterGroup, groupId: string, depth = 1): number {
  if (root.id === groupId) return depth;
  for (const node of root.rules) {
    const found = isGroup(node) ? depthOf(node, groupId, depth + 1) : 0;
    if (found > 0) return found;
  }
  return 0;
}

export function canNest(root: FilterGroup, groupId: string): boolean {
  return depthOf(root, groupId) < FILTER_LIMITS.depth;
}

function mapGroups(root: FilterGroup, change: (group: FilterGroup) => FilterGroup): FilterGroup {
  const rules = root.rules.map((node) => (isGroup(node) ? change(node) : node));
  return isSame(rules, root.rules) ? root : { ...root, rules };
}

function isSame(one: readonly FilterNode[], other: readonly FilterNode[]): boolean {
  return one.length === other.length && one.every((node, index) => node === other[index]);
}
