import { emptySql, ident, inSubquery, join, type Sql, sql } from '@quarry/clickhouse';
import type { FilterRule } from '@quarry/filters';
import { collectedCompanies } from '#server/features/universe/block-rows/block-rows.sql.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import { type Bound, upperBound } from './bounds.ts';
import { type CriteriaPlan, type Pruning, restrictPlan } from './criteria-plan.ts';
import { bitColumns, collectedName, partRows, ruleName, type Verdict, verdictIn } from './part-rows.sql.ts';
import { treeSql } from './rule-bits.ts';

export interface CriteriaQuery {
  /** A condition over `company_id` that restricts every table. */
  readonly range: Sql;
  /** A condition over `companies`. */
  readonly condition: Sql;
  /** Expressions over `companies`, passed on as `company.<name>`. */
  readonly extraColumns: readonly { readonly name: string; readonly value: Sql }[];
}

/** Companies joined with the verdicts of the rules. */
export interface JoinedRules {
  /** `… AS company LEFT JOIN …`; the id is `company.company_id`. */
  readonly from: Sql;
  /** Throws for a rule of other criteria. */
  verdictOf(rule: FilterRule): Verdict;
}

/**
 * Joins the companies of a range with the verdicts of the rules. To save memory, other tables contribute only one bit
 * per rule, and only for companies whose verdict differs from that of a company without rows.
 * `withFilled` adds `Verdict.isFilled`.
 */
export function joinRules(
  plan: CriteriaPlan,
  query: CriteriaQuery,
  pruning: Pruning,
  withFilled: boolean,
): JoinedRules {
  const { range, condition, extraColumns } = query;
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
    ...extraColumns.map(({ name, value }) => sql`${value} AS ${ident(name)}`),
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
    WHERE ${range} AND ${condition}${bound}`;
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
 * Selects the ids of the companies that meet the bound; null for all of them. The query's condition is left out: it
 * keeps most companies, and each part would evaluate it again.
 */
function prunedCompanies(plan: CriteriaPlan, range: Sql, bound: Bound): Sql | null {
  if (bound === true || plan.parts.every(({ kind }) => kind === 'static')) return null;
  if (bound === false) return sql`SELECT company_id FROM ${readTable('companies')} WHERE 0`;
  const cheap = restrictPlan(plan, bound);
  const onCompanies = new Set(cheap.companies.map(({ rule }) => rule));
  const pruning = { companies: upperBound(bound, (rule) => onCompanies.has(rule)), rows: true };
  const joined = joinRules(cheap, { range, condition: sql`1`, extraColumns: [] }, pruning, false);
  return sql`SELECT company.company_id
    FROM ${joined.from}
    WHERE ${treeSql(bound, (rule) => joined.verdictOf(rule).holds)}`;
}
