import { type FilterGroup, type FilterNode, type FilterRule, isGroup } from '@quarry/filters';

/** Criteria that are implied by others: a tree over the rules that are allowed in it, or a constant. */
export type Bound = FilterNode | boolean;

/**
 * What every row that meets the criteria meets as well, saying only `isKnown` rules: every other rule counts as one that
 * may hold and may not. `true` when nothing is left to say.
 */
export function upperBound(node: FilterNode, isKnown: (rule: FilterRule) => boolean): Bound {
  return boundOf(node, isKnown, true);
}

/** One bound of a node: with `isUpper` what it implies, else what implies it. */
function boundOf(node: FilterNode, isKnown: (rule: FilterRule) => boolean, isUpper: boolean): Bound {
  if (!isGroup(node)) return isKnown(node) ? node : isUpper;
  const isNegated = node.not === true;
  // Below a `not`, what may be too much must become what may be too little.
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

/** Whether one of the bounds holds. */
export function anyOf(id: string, bounds: readonly Bound[]): Bound {
  return combine({ id, combinator: 'or', rules: [] }, [...new Set(bounds)]);
}

/**
 * The criteria without one of their rules. A group that this leaves empty goes as well; `null`, which matches
 * everything, when nothing is left.
 */
export function withoutRule(root: FilterGroup, rule: FilterRule): FilterGroup | null {
  const left = without(root, rule);
  return left === null || !isGroup(left) ? null : left;
}

function without(node: FilterNode, rule: FilterRule): FilterNode | null {
  if (node === rule) return null;
  if (!isGroup(node)) return node;
  const rules = node.rules.map((child) => without(child, rule));
  if (rules.every((child, at) => child === node.rules[at])) return node;
  const left = rules.filter((child) => child !== null);
  return left.length === 0 ? null : { ...node, rules: left };
}
