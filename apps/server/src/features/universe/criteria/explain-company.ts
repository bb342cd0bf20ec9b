import { type Lane, type Sql, sql, uint, type Warehouse } from '@quarry/clickhouse';
import { AppError, type FieldValue } from '@quarry/contracts';
import { type FilterGroup, type FilterNode, type FilterRule, isGroup } from '@quarry/filters';
import { z } from 'zod';
import { mandatoryRules } from '#server/features/universe/mandatory-rules.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import type { IsNetNew } from './compile-criteria.ts';
import { isEmptyValue } from './part-rows.sql.ts';
import { readDataPoints } from './read-values.ts';
import { type CriteriaOptions, readRules } from './rule-bits.ts';

export interface ExplainOptions extends CriteriaOptions {
  readonly warehouse: Warehouse;
  readonly criteria: FilterGroup;
  readonly companyId: string;
  readonly isNetNew: IsNetNew;
  readonly signal?: AbortSignal;
  readonly lane?: Lane;
}

export interface CompanyExplanation {
  readonly isMatch: boolean;
  readonly isNetNew: boolean;
  readonly meetsMandatoryRules: boolean;
  /** In reading order. */
  readonly rules: readonly ExplainedRule[];
  /** Every group, the root first, in reading order. */
  readonly groups: readonly { readonly groupId: string; readonly isMatch: boolean }[];
}

/** The verdict of one rule on the company, before any `not` of the groups around it. */
interface ExplainedRule {
  readonly ruleId: string;
  readonly value: FieldValue;
  /** `unknown`: no value, and the rule does not hold without one. */
  readonly verdict: 'matches' | 'fails' | 'unknown';
}

const companyRow = z.object({ is_net_new: z.boolean(), meets_rules: z.boolean() });

/**
 * Evaluates each rule and group on one company, with the reference evaluator over its current values.
 * @throws AppError INVALID_FILTER, or NOT_FOUND if the universe lacks the company.
 */
export async function explainCompany(options: ExplainOptions): Promise<CompanyExplanation> {
  const { warehouse, criteria, companyId, signal, lane } = options;
  const bits = readRules(criteria, options);
  const points = [...new Map(bits.map(({ point }) => [point.key, point])).values()];
  const queryOptions = { ...(signal !== undefined && { signal }), ...(lane !== undefined && { lane }) };
  const [[company], values] = await Promise.all([
    warehouse.rows(companySql(options), companyRow, queryOptions),
    readDataPoints(warehouse, { companyIds: [companyId], points, ...queryOptions }),
  ]);
  if (company === undefined) throw new AppError('NOT_FOUND', 'There is no such company');
  const holds = new Map<FilterRule, boolean>();
  const rules = bits.map(({ rule, point, holdsFor }): ExplainedRule => {
    const value = values.get(companyId)?.[point.key] ?? null;
    const isHeld = holdsFor(value);
    holds.set(rule, isHeld);
    return { ruleId: rule.id, value, verdict: isHeld ? 'matches' : isEmptyValue(value) ? 'unknown' : 'fails' };
  });
  const groups: { groupId: string; isMatch: boolean }[] = [];
  const isMatch = explainNode(criteria, (rule) => holds.get(rule) === true, groups);
  return { isMatch, isNetNew: company.is_net_new, meetsMandatoryRules: company.meets_rules, rules, groups };
}

function explainNode(
  node: FilterNode,
  holds: (rule: FilterRule) => boolean,
  groups: { groupId: string; isMatch: boolean }[],
): boolean {
  if (!isGroup(node)) return holds(node);
  const found = { groupId: node.id, isMatch: true };
  groups.push(found);
  const parts = node.rules.map((child) => explainNode(child, holds, groups));
  const isHeld = parts.length === 0 || (node.combinator === 'and' ? parts.every(Boolean) : parts.some(Boolean));
  found.isMatch = isHeld !== (node.not === true);
  return found.isMatch;
}

function companySql({ companyId, isNetNew }: ExplainOptions): Sql {
  const only = sql`company_id = ${uint(companyId)}`;
  return sql`SELECT toBool(${isNetNew(only)}) AS is_net_new, toBool(${mandatoryRules()}) AS meets_rules FROM ${readTable('companies')} WHERE ${only}`;
}
