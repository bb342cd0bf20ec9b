import { ident, join, type Sql, sql } from '@quarry/clickhouse';
import type { FilterGroup, FilterRule } from '@quarry/filters';
import { countedSql } from './counted.sql.ts';
import { planCriteria, pruneCriteria } from './criteria-plan.ts';
import type { DataPoint } from './data-point.ts';
import { joinRules } from './joined-rules.sql.ts';
import { type CriteriaOptions, readRules, treeSql } from './rule-bits.ts';

/** Criteria over the universe, ready to be asked for any range of company ids. */
export interface UniverseCriteria {
  /**
   * The companies that match, as `SELECT company_id, <more>`. `range` is a condition over `company_id` that restricts
   * every table that is read; `rules` is a condition over the table `companies`; `more` are expressions over that table,
   * each under its own name.
   */
  matching(range: Sql, rules: Sql, more: readonly { readonly name: string; readonly value: Sql }[]): Sql;
  /**
   * One row that counts the companies that match: `total`, `net_new` (of these, where `isNetNew`, a condition over
   * `company_id`, holds), and in reading order of the rules the lists `without_rule` (those that match when the rule is
   * left out) and `unknown` (of these, those of whom the rule's data point says nothing). A group that is left empty is
   * left out with its rule; when nothing is left, everything matches.
   */
  counted(range: Sql, rules: Sql, isNetNew: Sql): Sql;
  /** The rules in reading order. */
  readonly rules: readonly FilterRule[];
  /** The data points that the rules use, in rule order, each once. */
  readonly dataPoints: readonly DataPoint[];
  /** How many companies one statement should look at, so that it stays well below a gigabyte. */
  readonly companiesPerRange: number;
}

/** A condition over `company_id`: the company is new to whoever asks. It reads no more than `range`, a condition too. */
export type IsNetNew = (range: Sql) => Sql;

const RANGE_OF_ONE_TABLE = 4_000_000;
const RANGE_WITH_JOINS = 500_000;

/**
 * Compiles criteria over the universe, static and computed data points mixed: each table is read once, and the rows of a
 * dynamic block are aggregated once for each config, only of companies that cheaper rules leave a chance.
 * Throws INVALID_FILTER naming every rule that can't be understood.
 */
export function compileCriteria(criteria: FilterGroup | null, options: CriteriaOptions): UniverseCriteria {
  const plan = planCriteria(criteria, readRules(criteria, options));
  const pruning = pruneCriteria(plan, false);
  return {
    rules: plan.bits.map(({ rule }) => rule),
    dataPoints: plan.dataPoints,
    companiesPerRange: plan.parts.length > 0 ? RANGE_WITH_JOINS : RANGE_OF_ONE_TABLE,
    matching(range, rules, more) {
      const joined = joinRules(plan, { range, rules, more }, pruning, false);
      const columns = ['company_id', ...more.map(({ name }) => name)];
      const selected = columns.map((name) => sql`${ident('company', name)} AS ${ident(name)}`);
      const holds = criteria === null ? sql`1` : treeSql(criteria, (rule) => joined.verdictOf(rule).holds);
      return sql`SELECT ${join(selected)} FROM ${joined.from} WHERE ${holds}`;
    },
    counted: (range, rules, isNetNew) => countedSql(plan, { range, rules, more: [] }, isNetNew),
  };
}
