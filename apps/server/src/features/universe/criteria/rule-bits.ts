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

/** One compiled rule; statements compute it where its data point is stored, and join the result as one bit. */
export interface RuleBit {
  readonly rule: FilterRule;
  /** Its position in reading order, which names its columns. */
  readonly at: number;
  readonly point: DataPoint;
  /** The rule holds, 0 or 1, for an expression in the storage type of the field. */
  holds(value: Sql): Sql;
  /** The rule holds for a value, by the reference evaluator. */
  holdsFor(value: FieldValue): boolean;
}

export interface CriteriaOptions {
  /** The base of relative dates, `yyyy-mm-dd`. */
  readonly today: string;
  readonly configs: BlockConfigs;
  /** Accepts staff-only operators. */
  readonly staff?: boolean;
}

/** Options that make the reference evaluator agree with compiled criteria. */
export function evaluateOptions({ today, staff = false }: CriteriaOptions): EvaluateOptions {
  return { today, staff, normaliseDomain: (input) => normaliseDomain(input)?.root ?? null };
}

/**
 * Compiles every rule, in reading order.
 * @throws AppError INVALID_FILTER naming every invalid rule.
 */
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
    return { rule, at, point, ...compileRule(rule, point, compile, evaluate) };
  });
}

function compileRule(
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
  const asTree = (only: FilterRule): FilterGroup => ({ id: rule.id, combinator: 'and', rules: [only] });
  // Rules name their config in two ways, and the evaluator looks values up by the name that the rule uses.
  const matches = prepareFilter(asTree({ ...rule, field: key, configId: undefined }), () => info, evaluate);
  return { holds: (value) => compile(asTree(rule), value), holdsFor: (value) => matches({ [key]: value }) };
}

/** A tree as a condition, 0 or 1, from the conditions of its rules. */
export function treeSql(node: FilterNode, ruleSql: (rule: FilterRule) => Sql): Sql {
  if (!isGroup(node)) return ruleSql(node);
  const parts = node.rules.map((child) => treeSql(child, ruleSql));
  const holds = parts.length === 0 ? sql`1` : join(parts, node.combinator === 'and' ? ' AND ' : ' OR ');
  return node.not === true ? sql`(NOT (${holds}))` : sql`(${holds})`;
}
