import { type Sql, sql, type Warehouse } from '@quarry/clickhouse';
import { MAX_COUNTED_RULES } from '@quarry/contracts';
import { z } from 'zod';
import { mandatoryRules } from '#server/features/universe/mandatory-rules.ts';
import type { IsNetNew, UniverseCriteria } from './compile-criteria.ts';
import { overRanges } from './over-ranges.ts';

/** What to count. */
export interface CountCompanies {
  readonly warehouse: Warehouse;
  readonly criteria: UniverseCriteria;
  readonly isNetNew: IsNetNew;
  readonly signal?: AbortSignal;
}

/** Exact counts of criteria, rule by rule. */
export interface CompanyCounts {
  readonly totalCompanies: number;
  readonly totalNetNewCompanies: number;
  /** In reading order; empty when there are more than MAX_COUNTED_RULES rules. */
  readonly rules: readonly RuleCounts[];
}

/** What one rule does to the count. */
export interface RuleCounts {
  /** Companies that match when the rule is left out. */
  readonly withoutRule: number;
  /** Of these, those of whom the rule's data point says nothing. */
  readonly unknown: number;
}

const rangeRow = z.object({
  total: z.number(),
  net_new: z.number(),
  without_rule: z.array(z.number()),
  unknown: z.array(z.number()),
});

/** Counts the companies of the universe that match and may be sourced, and takes the count apart rule by rule. */
export async function countCompanies(asked: CountCompanies): Promise<CompanyCounts> {
  const { warehouse, criteria, signal } = asked;
  const answers = await overRanges({ warehouse, size: criteria.companiesPerRange, signal }, async (range, signal) => {
    const [row] = await warehouse.rows(countSql(asked, range), rangeRow, { lane: 'analysis', signal });
    return row ?? { total: 0, net_new: 0, without_rule: [], unknown: [] };
  });
  const sum = (counts: readonly (number | undefined)[]): number =>
    counts.reduce((one: number, other) => one + (other ?? 0), 0);
  const rules = criteria.rules.length > MAX_COUNTED_RULES ? [] : criteria.rules;
  return {
    totalCompanies: sum(answers.map(({ total }) => total)),
    totalNetNewCompanies: sum(answers.map(({ net_new }) => net_new)),
    rules: rules.map((_, at) => ({
      withoutRule: sum(answers.map(({ without_rule }) => without_rule[at])),
      unknown: sum(answers.map(({ unknown }) => unknown[at])),
    })),
  };
}

function countSql({ criteria, isNetNew }: CountCompanies, range: Sql): Sql {
  const isNew = isNetNew(range);
  if (criteria.rules.length <= MAX_COUNTED_RULES) return criteria.counted(range, mandatoryRules(), isNew);
  const companies = criteria.matching(range, mandatoryRules(), []);
  return sql`SELECT toUInt32(count()) AS total, toUInt32(countIf(${isNew})) AS net_new, emptyArrayUInt32() AS without_rule, emptyArrayUInt32() AS unknown FROM (${companies})`;
}
