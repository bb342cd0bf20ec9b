import { emptySql, ident, inSubquery, join, type Sql, sql } from '@quarry/clickhouse';
import type { FilterRule } from '@quarry/filters';
import { collectedCompanies } from '#server/features/universe/block-rows/block-rows.sql.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import { type Bound, upperBound } from './bounds.ts';
import { type CriteriaPlan, type Pruning, restrictPlan } from './criteria-plan.ts';
import { bitColumns, collectedName, partRows, ruleName, type Verdict, verdictIn } from './part-rows.sql.ts';
import { treeSql } from './rule-bits.ts';

/** What is asked of the universe. */
export interface Asked {
  /** A condition over `company_id`; restricts every table that is read. */
  readonly range: Sql;
  /** A condition over the table `companies`. */
  readonly rules: Sql;
  /** Expressions over `companies` that are passed on, each under its name. */
  readonly more: readonly { readonly name: string; readonly value: Sql }[];
}

/** Companies beside what each rule says of them. */
export interface JoinedRules {
  /** `… AS company LEFT JOIN …`: the id is `company.company_id`, what was passed on `company.<name>`. */
  readonly from: Sql;
  /** Throws for a rule of other criteria. */
  verdictOf(rule: FilterRule): Verdict;
}

/**
 * Joins to the companies of a range what the rules say of them. Of the other tables only a bit for each rule is joined,
 * and only for companies of which it says something else than of one without rows: so little is kept in memory.
 * `withFilled` asks whether the data points have values as well.
 */
export function joinRules(plan: CriteriaPlan, asked: Asked, pruning: Pruning, withFilled: boolean): JoinedRules {
  const { range, rules, more } = asked;
  const candidates = prunedCompanies(plan, range, pruning.rows);
  const parts = plan.parts.map((part, at) =>
    partRows(part, { alias: `part${at}`, range, companies: candidates, withFilled }),
  );
  const verdicts = new Map<FilterRule, Verdict>([
    ...plan.companies.map((bit) => [bit.rule, verdictIn('company', bit, false)] as const),
    ...parts.flatMap((part) => part.verdicts),
  ]);
  const collected = new Set(parts.flatMap((part) => part.collected ?? []));
  const columns = [
    sql`company_id`,
    ...more.map(({ name, value }) => sql`${value} AS ${ident(name)}`),
    ...plan.companies.flatMap((bit) => bitColumns(bit, false, withFilled)),
    ...[...collected].map((block) => {
      const isCollected = inSubquery(sql`company_id`, collectedCompanies(block, range));
      return sql`${isCollected} AS ${ident(collectedName(block))}`;
    }),
  ];
  const own = new Map(plan.companies.map((bit) => [bit.rule, sql`${ident(ruleName(bit))}`]));
  const bound = boundSql(pruning.companies, (rule) => own.get(rule) ?? sql`1`);
  const companies = sql`SELECT ${join(columns)}
    FROM ${readTable('companies')}
    WHERE ${range} AND ${rules}${bound}`;
  return {
    from: sql`(${companies}) AS company ${join(
      parts.map((part) => part.join),
      ' ',
    )}`,
    verdictOf(rule) {
      const verdict = verdicts.get(rule);
      if (verdict === undefined) throw new Error(`The rule ${rule.id} belongs to other criteria`);
      return verdict;
    },
  };
}

function boundSql(bound: Bound, ruleSql: (rule: FilterRule) => Sql): Sql {
  if (typeof bound === 'boolean') return bound ? emptySql : sql` AND 0`;
  return sql` AND ${treeSql(bound, ruleSql)}`;
}

/**
 * The ids of the companies to which the bound leaves a chance; null when that is all of them. The caller's own rules stay
 * out of it: they keep most companies, and each part would ask them again.
 */
function prunedCompanies(plan: CriteriaPlan, range: Sql, bound: Bound): Sql | null {
  if (bound === true || plan.parts.every(({ kind }) => kind === 'static')) return null;
  if (bound === false) return sql`SELECT company_id FROM ${readTable('companies')} WHERE 0`;
  const cheap = restrictPlan(plan, bound);
  const onCompanies = new Set(cheap.companies.map(({ rule }) => rule));
  const pruning = { companies: upperBound(bound, (rule) => onCompanies.has(rule)), rows: true };
  const joined = joinRules(cheap, { range, rules: sql`1`, more: [] }, pruning, false);
  return sql`SELECT company.company_id
    FROM ${joined.from}
    WHERE ${treeSql(bound, (rule) => joined.verdictOf(rule).holds)}`;
}
