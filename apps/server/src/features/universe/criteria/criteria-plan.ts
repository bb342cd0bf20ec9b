import { type FilterGroup, type FilterNode, type FilterRule, isGroup, listRules, traitsOf } from '@quarry/filters';
import type { StaticBlock } from '#server/features/universe/blocks/declaration.ts';
import { anyOf, type Bound, upperBound, withoutRule } from './bounds.ts';
import type { DataPoint, ParsedConfig } from './data-point.ts';
import type { RuleBit } from './rule-bits.ts';

/** The rules that one sub-query answers: a static block's table, or the rows of a dynamic block under one config. */
export type Part =
  | { readonly kind: 'static'; readonly block: StaticBlock; readonly bits: readonly RuleBit[] }
  | { readonly kind: 'dynamic'; readonly config: ParsedConfig; readonly bits: readonly RuleBit[] };

/** The rules of criteria, by the table or config that answers them. */
export interface CriteriaPlan {
  readonly criteria: FilterGroup | null;
  readonly bits: readonly RuleBit[];
  /** Rules on `companies`, which every statement reads first. */
  readonly companies: readonly RuleBit[];
  /** The other static blocks, then the dynamic ones. */
  readonly parts: readonly Part[];
  readonly dataPoints: readonly DataPoint[];
}

/** Groups the rules so that statements read each table and config once. */
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

/** The conditions for reading a company's rows in other tables. */
export interface Pruning {
  /** Over the rules on `companies`. */
  readonly companies: Bound;
  /** Over the rules that are cheap to evaluate again: restricts the rows of dynamic blocks. */
  readonly rows: Bound;
}

/** Texts and lists cost as much as they save, because every restricted table reads them again. */
function isCheap({ point }: RuleBit): boolean {
  return point.kind === 'static' && traitsOf(point.field.type).isBulky !== true;
}

/** Above this number of rules, pruning for counts by rule costs too much. */
const MAX_PRUNED_RULES = 16;

/** Prunes for companies that match or, if `withoutAnyRule`, companies that match once any one rule is dropped. */
export function pruneCriteria(plan: CriteriaPlan, withoutAnyRule: boolean): Pruning {
  return {
    companies: boundOver(plan, new Set(plan.companies), withoutAnyRule),
    rows: boundOver(plan, new Set(plan.bits.filter(isCheap)), withoutAnyRule),
  };
}

function boundOver({ criteria, bits }: CriteriaPlan, known: ReadonlySet<RuleBit>, withoutAnyRule: boolean): Bound {
  if (criteria === null || known.size === 0) return true;
  const rules = new Set<FilterRule>([...known].map(({ rule }) => rule));
  const isKnown = (rule: FilterRule): boolean => rules.has(rule);
  const whole = upperBound(criteria, isKnown);
  if (!withoutAnyRule) return whole;
  if (rules.size > MAX_PRUNED_RULES) return true;
  // An unknown rule already counts as whichever of true and false lets more through, so dropping it adds nothing.
  const others = bits
    .filter((bit) => known.has(bit))
    .map(({ rule }) => {
      const rest = withoutRule(criteria, rule);
      return rest === null ? true : upperBound(rest, isKnown);
    });
  return anyOf(criteria.id, [whole, ...others]);
}

/** The plan of a tree over some of the plan's rules. */
export function restrictPlan({ bits }: CriteriaPlan, node: FilterNode): CriteriaPlan {
  const tree: FilterGroup = isGroup(node) ? node : { id: node.id, combinator: 'and', rules: [node] };
  const used = new Set(listRules(tree));
  return planCriteria(
    tree,
    bits.filter(({ rule }) => used.has(rule)),
  );
}
