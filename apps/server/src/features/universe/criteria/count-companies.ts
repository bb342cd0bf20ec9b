import { IN_LARGE_BLOCKS, type Sql, sql, type Warehouse } from '@quarry/clickhouse';
import { MAX_COUNTED_RULES } from '@quarry/contracts';
import { z } from 'zod';
import { mandatoryRules } from '#server/features/universe/mandatory-rules.ts';
import type { IsNetNew, UniverseCriteria } from './compile-criteria.ts';
import { queryRanges } from './query-ranges.ts';

export interface CountOptions {
  readonly warehouse: Warehouse;
  readonly criteria: UniverseCriteria;
  readonly isNetNew: IsNetNew;
  /** False counts no rules, which is much less work. */
  readonly byRule?: boolean;
  readonly signal?: AbortSignal;
}

/** Exact counts, in total and by rule. */
export interface CompanyCounts {
  readonly totalCompanies: number;
  readonly totalNetNewCompanies: number;
  /** In reading order; empty when there are more than MAX_COUNTED_RULES rules, or if they were not asked for. */
  readonly rules: readonly RuleCounts[];
}

export interface RuleCounts {
  /** Companies that match once the rule is dropped. */
  readonly withoutRule: number;
  /** Of these, companies without a value for the rule's data point. */
  readonly unknown: number;
}

const rangeRow = z.object({
  total: z.number(),
  net_new: z.number(),
  without_rule: z.array(z.number()),
  unknown: z.array(z.number()),
});

/** Counts the companies that match and may be sourced, in total and with each rule dropped. */
export async function countCompanies(options: CountOptions): Promise<CompanyCounts> {
  const { warehouse, criteria, signal } = options;
  const counts = await queryRanges({ warehouse, size: criteria.companiesPerRange, signal }, async (range, signal) => {
    const [row] = await warehouse.rows(countSql(options, range), rangeRow, {
      lane: 'analysis',
      signal,
      settings: IN_LARGE_BLOCKS,
    });
    return row ?? { total: 0, net_new: 0, without_rule: [], unknown: [] };
  });
  const sum = (numbers: readonly (number | undefined)[]): number =>
    numbers.reduce((one: number, other) => one + (other ?? 0), 0);
  const rules = countsByRule(options) ? criteria.rules : [];
  return {
    totalCompanies: sum(counts.map(({ total }) => total)),
    totalNetNewCompanies: sum(counts.map(({ net_new }) => net_new)),
    rules: rules.map((_, at) => ({
      withoutRule: sum(counts.map(({ without_rule }) => without_rule[at])),
      unknown: sum(counts.map(({ unknown }) => unknown[at])),
    })),
  };
}

const countsByRule = ({ criteria, byRule = true }: CountOptions): boolean =>
  byRule && criteria.rules.length <= MAX_COUNTED_RULES;

function countSql(options: CountOptions, range: Sql): Sql {
  const { criteria, isNetNew } = options;
  const isNew = isNetNew(range);
  if (countsByRule(options)) return criteria.counts(range, mandatoryRules(), isNew);
  const companies = criteria.matching(range, mandatoryRules(), []);
  return sql`SELECT toUInt32(count()) AS total, toUInt32(countIf(${isNew})) AS net_new, emptyArrayUInt32() AS without_rule, emptyArrayUInt32() AS unknown FROM (${companies})`;
}
