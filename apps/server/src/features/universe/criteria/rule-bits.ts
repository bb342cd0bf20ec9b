import { join, type Sql, sql } from '@quarry/clickhouse';
import {
  type EvaluateOptions,
  type FieldInfo,
  type FieldValue,
  type FilterGroup,
  type FilterNode,
  type FilterRule,
  isGroup,
  listRules,
  prepareFilter,
} from '@quarry/filters';
import { compileFilter } from '@quarry/filters/compile';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import { type BlockConfigs, type DataPoint, findDataPoint } from './data-point.ts';

/** One rule of criteria, ready to be asked where its data point lies. */
export interface RuleBit {
  readonly rule: FilterRule;
  /** Its place in reading order, which names its columns. */
  readonly at: number;
  readonly point: DataPoint;
  /** Whether it holds, 0 or 1, given its data point's value as an expression in the storage type of the field. */
  holds(value: Sql): Sql;
  /** Whether it holds for a value, as the reference evaluator has it. */
  holdsFor(value: FieldValue): boolean;
}

/** How criteria are read. */
export interface CriteriaOptions {
  /** The day that relative dates count from, `yyyy-mm-dd`. */
  readonly today: string;
  readonly configs: BlockConfigs;
  /** Accept staff-only operators. */
  readonly staff?: boolean;
}

/** The options under which the reference evaluator agrees with compiled criteria. */
export function evaluateOptions({ today, staff = false }: CriteriaOptions): EvaluateOptions {
  return { today, staff, normaliseDomain: (entered) => normaliseDomain(entered)?.root ?? null };
}

/** Reads every rule, in reading order. Throws INVALID_FILTER naming all that can't be understood. */
export function readRules(criteria: FilterGroup | null, options: CriteriaOptions): RuleBit[] {
  if (criteria === null) return [];
  const evaluate = evaluateOptions(options);
  const compile = (group: FilterGroup, value: Sql): Sql =>
    compileFilter(
      group,
      (name, configId) => {
        const point = findDataPoint(name, configId, options.configs);
        if (point === undefined) return undefined;
        const { type, isDomain = false } = point.field;
        const folded = point.kind === 'static' ? point.field.folded : undefined;
        return { type, value, isDomain, ...(folded === undefined ? {} : { folded }) };
      },
      evaluate,
    );
  compile(criteria, sql`NULL`);
  return listRules(criteria).map((rule, at) => {
    const point = findDataPoint(rule.field, rule.configId, options.configs);
    if (point === undefined) throw new Error(`The rule ${rule.id} was compiled without its data point`);
    return { rule, at, point, ...oneRule(rule, point, compile, evaluate) };
  });
}

function oneRule(
  rule: FilterRule,
  { key, field }: DataPoint,
  compile: (group: FilterGroup, value: Sql) => Sql,
  evaluate: EvaluateOptions,
): Pick<RuleBit, 'holds' | 'holdsFor'> {
  const info: FieldInfo = {
    fieldName: key,
    displayName: field.displayName,
    type: field.type,
    isDomain: field.isDomain ?? false,
  };
  const alone = (only: FilterRule): FilterGroup => ({ id: rule.id, combinator: 'and', rules: [only] });
  // A rule may name its config in two ways, and the evaluator looks the value up by what the rule says.
  const asked = prepareFilter(alone({ ...rule, field: key, configId: undefined }), () => info, evaluate);
  return { holds: (value) => compile(alone(rule), value), holdsFor: (value) => asked({ [key]: value }) };
}

/** A tree as a condition that is 0 or 1, given that of each rule. */
export function treeSql(node: FilterNode, ruleSql: (rule: FilterRule) => Sql): Sql {
  if (!isGroup(node)) return ruleSql(node);
  const parts = node.rules.map((child) => treeSql(child, ruleSql));
  const holds = parts.length === 0 ? sql`1` : join(parts, node.combinator === 'and' ? ' AND ' : ' OR ');
  return node.not === true ? sql`(NOT (${holds}))` : sql`(${holds})`;
}
