import { type FilterGroup, type FilterNode, type FilterRule, isGroup, listRules, traitsOf } from '@quarry/filters';
import type { StaticBlock } from '#server/features/universe/blocks/declaration.ts';
import { anyOf, type Bound, upperBound, withoutRule } from './bounds.ts';
import type { DataPoint, ParsedConfig } from './data-point.ts';
import type { RuleBit } from './rule-bits.ts';

/** The rules that one sub-query answers: a static block's table, or the rows of a dynamic block under one config. */
export type Part =
  | { readonly kind: 'static'; readonly block: StaticBlock; readonly bits: readonly RuleBit[] }
  | { readonly kind: 'dynamic'; readonly config: ParsedConfig; readonly bits: readonly RuleBit[] };

/** Criteria taken apart by where their rules are answered. */
export interface CriteriaPlan {
  readonly criteria: FilterGroup | null;
  readonly bits: readonly RuleBit[];
  /** Rules on the table `companies`, which every statement reads first. */
  readonly companies: readonly RuleBit[];
  /** The other static blocks, then the dynamic ones. */
  readonly parts: readonly Part[];
  readonly dataPoints: readonly DataPoint[];
}

/** Sorts the rules of criteria by the tables and configs that answer them, each of which is read once. */
export function planCriteria(criteria: FilterGroup | null, bits: readonly RuleBit[]): CriteriaPlan {
  const statics = new Map<StaticBlock, RuleBit[]>();
  const dynamics = new Map<string, { config: ParsedConfig; bits: RuleBit[] }>();
  for (const bit of bits) {
    const { point } = bit;
    if (point.kind === 'static') statics.set(point.block, [...(statics.get(point.block) ?? []), bit]);
    else {
      const { config } = point;
      dynamics.set(config.configId, { config, bits: [...(dynamics.get(config.configId)?.bits ?? []), bit] });
    }
  }
  const blocks = [...statics].map(([block, own]) => ({ kind: 'static' as const, block, bits: own }));
  return {
    criteria,
    bits,
    companies: blocks.filter(({ block }) => block.table.name === 'companies').flatMap((part) => part.bits),
    parts: [
      ...blocks.filter(({ block }) => block.table.name !== 'companies'),
      ...[...dynamics.values()].map((part) => ({ kind: 'dynamic' as const, ...part })),
    ],
    dataPoints: [...new Map(bits.map(({ point }) => [point.key, point])).values()],
  };
}

/** What companies must at least meet to be looked at in the tables after `companies`. */
export interface Pruning {
  /** Over the rules on `companies`. */
  readonly companies: Bound;
  /** Over the rules that are cheap to answer twice: the rows of dynamic blocks are restricted by it. */
  readonly rows: Bound;
}

/** Reading texts and lists costs as much as it saves, as every table that is restricted reads them again. */
function isCheap({ point }: RuleBit): boolean {
  return point.kind === 'static' && traitsOf(point.field.type).isBulky !== true;
}

/** More rules than this are not left out one by one to find what can be pruned. */
const MAX_LEFT_OUT = 16;

/**
 * What can be pruned when companies that match are looked for or, `leavingOut`, companies that match when any one of
 * the rules is left out.
 */
export function pruneCriteria(plan: CriteriaPlan, leavingOut: boolean): Pruning {
  return {
    companies: boundOver(plan, new Set(plan.companies), leavingOut),
    rows: boundOver(plan, new Set(plan.bits.filter(isCheap)), leavingOut),
  };
}

function boundOver({ criteria, bits }: CriteriaPlan, known: ReadonlySet<RuleBit>, leavingOut: boolean): Bound {
  if (criteria === null || known.size === 0) return true;
  const rules = new Set<FilterRule>([...known].map(({ rule }) => rule));
  const isKnown = (rule: FilterRule): boolean => rules.has(rule);
  const whole = upperBound(criteria, isKnown);
  if (!leavingOut) return whole;
  if (rules.size > MAX_LEFT_OUT) return true;
  // A rule that is not known counts as true or false, whatever lets more through, so leaving it out adds nothing.
  const others = bits
    .filter((bit) => known.has(bit))
    .map(({ rule }) => {
      const left = withoutRule(criteria, rule);
      return left === null ? true : upperBound(left, isKnown);
    });
  return anyOf(criteria.id, [whole, ...others]);
}

/** The plan for a tree that uses some of the plan's rules. */
export function restrictPlan({ bits }: CriteriaPlan, node: FilterNode): CriteriaPlan {
  const tree: FilterGroup = isGroup(node) ? node : { id: node.id, combinator: 'and', rules: [node] };
  const used = new Set(listRules(tree));
  return planCriteria(
    tree,
    bits.filter(({ rule }) => used.has(rule)),
  );
}
