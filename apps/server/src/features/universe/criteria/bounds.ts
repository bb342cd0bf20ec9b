import { type FilterGroup, type FilterNode, type FilterRule, isGroup } from '@quarry/filters';

/** Criteria that other criteria imply: a tree over some of their rules, or a constant. */
export type Bound = FilterNode | boolean;

/**
 * Criteria over `isKnown` rules that every matching row also meets, whatever the other rules say; true if none remain.
 */
export function upperBound(node: FilterNode, isKnown: (rule: FilterRule) => boolean): Bound {
  return boundOf(node, isKnown, true);
}

/** The upper bound is implied by the node, the lower bound implies it. */
function boundOf(node: FilterNode, isKnown: (rule: FilterRule) => boolean, isUpper: boolean): Bound {
  if (!isGroup(node)) return isKnown(node) ? node : isUpper;
  const isNegated = node.not === true;
  // A `not` turns the lower bound of its rules into an upper bound, and the other way round.
  const inner = node.rules.map((child) => boundOf(child, isKnown, isUpper !== isNegated));
  const holds = node.rules.length === 0 ? true : combine(node, inner);
  return isNegated ? negate(holds) : holds;
}

function combine({ id, combinator }: FilterGroup, parts: readonly Bound[]): Bound {
  const decisive = combinator === 'or';
  if (parts.includes(decisive)) return decisive;
  const rules = parts.filter((part) => typeof part !== 'boolean');
  const [only] = rules;
  if (only === undefined) return !decisive;
  return rules.length === 1 ? only : { id, combinator, rules };
}

function negate(bound: Bound): Bound {
  if (typeof bound === 'boolean') return !bound;
  if (isGroup(bound) && bound.not !== true) return { ...bound, not: true };
  return isGroup(bound) ? { ...bound, not: false } : { id: bound.id, combinator: 'and', not: true, rules: [bound] };
}

export function anyOf(id: string, bounds: readonly Bound[]): Bound {
  return combine({ id, combinator: 'or', rules: [] }, [...new Set(bounds)]);
}

/** Drops a rule, and every group that this leaves empty; null, which matches everything, if nothing remains. */
export function withoutRule(root: FilterGroup, rule: FilterRule): FilterGroup | null {
  const rest = without(root, rule);
  return rest === null || !isGroup(rest) ? null : rest;
}

function without(node: FilterNode, rule: FilterRule): FilterNode | null {
  if (node === rule) return null;
  if (!isGroup(node)) return node;
  const rules = node.rules.map((child) => without(child, rule));
  if (rules.every((child, at) => child === node.rules[at])) return node;
  const rest = rules.filter((child) => child !== null);
  return rest.length === 0 ? null : { ...node, rules: rest };
}
