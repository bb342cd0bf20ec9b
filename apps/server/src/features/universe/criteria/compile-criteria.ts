import { ident, join, type Sql, sql } from '@quarry/clickhouse';
import type { FilterGroup, FilterRule } from '@quarry/filters';
import { countsSql } from './counts.sql.ts';
import { type CriteriaPlan, planCriteria, pruneCriteria } from './criteria-plan.ts';
import type { DataPoint } from './data-point.ts';
import { type CriteriaQuery, joinRules } from './joined-rules.sql.ts';
import { storedValue } from './part-rows.sql.ts';
import { type CriteriaOptions, readRules, treeSql } from './rule-bits.ts';

/** Criteria over the universe, compiled for any range of company ids. */
export interface UniverseCriteria {
  /**
   * Selects `company_id` and the extra columns of the companies that match. `range`, a condition over `company_id`,
   * restricts every table; `condition` and the extra columns are over `companies`.
   */
  matching(range: Sql, condition: Sql, extraColumns: CriteriaQuery['extraColumns']): Sql;
  /**
   * Selects one row of counts of the companies that match: `total`, `net_new` (where `isNetNew`, a condition over
   * `company_id`, holds), and two lists in reading order of the rules: `without_rule` (matches once the rule is dropped,
   * as by `withoutRule`) and `unknown` (of these, companies without a value for the rule's data point).
   */
  counts(range: Sql, condition: Sql, isNetNew: Sql): Sql;
  /** The criteria as a condition over `companies`; null if they read other tables as well. */
  readonly onCompanies: Sql | null;
  /** In reading order. */
  readonly rules: readonly FilterRule[];
  /** The data points of the rules, in rule order, each once. */
  readonly dataPoints: readonly DataPoint[];
  /** The number of companies per statement that keeps its memory well below a gigabyte. */
  readonly companiesPerRange: number;
}

/** A condition over `company_id`: the company is new to the client. `range`, also a condition, restricts its reads. */
export type IsNetNew = (range: Sql) => Sql;

const RANGE_OF_ONE_TABLE = 4_000_000;
const RANGE_WITH_JOINS = 500_000;

/**
 * Compiles criteria that mix static and dynamic data points: statements read each table once, and aggregate the rows of
 * a dynamic block once per config, only for companies that cheaper rules let through.
 * @throws AppError INVALID_FILTER naming every invalid rule.
 */
export function compileCriteria(criteria: FilterGroup | null, options: CriteriaOptions): UniverseCriteria {
  const plan = planCriteria(criteria, readRules(criteria, options));
  const pruning = pruneCriteria(plan, false);
  return {
    rules: plan.bits.map(({ rule }) => rule),
    dataPoints: plan.dataPoints,
    onCompanies: plan.parts.length > 0 ? null : treeOnCompanies(plan),
    companiesPerRange: plan.parts.length > 0 ? RANGE_WITH_JOINS : RANGE_OF_ONE_TABLE,
    matching(range, condition, extraColumns) {
      const joined = joinRules(plan, { range, condition, extraColumns }, pruning, false);
      const columns = ['company_id', ...extraColumns.map(({ name }) => name)];
      const selected = columns.map((name) => sql`${ident('company', name)} AS ${ident(name)}`);
      const holds = criteria === null ? sql`1` : treeSql(criteria, (rule) => joined.verdictOf(rule).holds);
      return sql`SELECT ${join(selected)} FROM ${joined.from} WHERE ${holds}`;
    },
    counts: (range, condition, isNetNew) => countsSql(plan, { range, condition, extraColumns: [] }, isNetNew),
  };
}

function treeOnCompanies({ criteria, companies }: CriteriaPlan): Sql {
  const holds = new Map(companies.map((bit) => [bit.rule, bit.holds(storedValue(bit.point))]));
  return criteria === null ? sql`1` : treeSql(criteria, (rule) => holds.get(rule) ?? sql`1`);
}
