import { sql, type Warehouse } from '@quarry/clickhouse';
import type { CoverageResult, FieldValue } from '@quarry/contracts';
import {
  describeRule,
  type FilterGroup,
  type FilterNode,
  type FilterRule,
  isGroup,
  isYearField,
} from '@quarry/filters';
import type { ParsedCriteria } from '#server/features/markets/previews/unsaved-criteria.ts';
import { countCompanies } from '#server/features/universe/criteria/count-companies.ts';
import { dataPointName, universeFields } from '#server/features/universe/criteria/data-point.ts';
import { readDataPoints } from '#server/features/universe/criteria/read-values.ts';
import { readRules } from '#server/features/universe/criteria/rule-bits.ts';
import { toAppError } from '#server/platform/errors.ts';
import type { ExecutionControl } from '#server/platform/executions/executions.ts';
import { checkDomains } from './check-domains.ts';
import type { RangesByKey } from './parse-targets.ts';
import { rangeLabel } from './range-label.ts';

export interface TargetsToEvaluate {
  readonly domains: readonly string[];
  readonly tree: FilterGroup;
  readonly criteria: ParsedCriteria;
  readonly ranges: RangesByKey;
}

/** Evaluates criteria rule by rule on target domains, and counts the companies of the universe beside it. */
export async function evaluateTargets(
  warehouse: Warehouse,
  { domains, tree, criteria, ranges }: TargetsToEvaluate,
  { signal, progress }: ExecutionControl,
): Promise<CoverageResult> {
  const { matchedDomains, notMatchedDomains, invalidDomains } = await checkDomains(warehouse, domains, signal);
  progress(0.05);
  const bits = readRules(tree, { today: criteria.day, configs: criteria.configs, staff: true });
  const points = [...new Map(bits.map(({ point }) => [point.key, point])).values()];
  // The targets are reported even if the estimate fails.
  const counting = countCompanies({ warehouse, criteria: criteria.compiled, isNetNew: () => sql`0`, signal }).then(
    (counts) => ({ counts, error: null }),
    (error: unknown) => ({ counts: null, error }),
  );
  // All at once: they are scattered, so a statement for some of them would read as much of each table.
  const companyIds = matchedDomains.map(({ companyId }) => companyId);
  const values = await readDataPoints(warehouse, { companyIds, points, signal, lane: 'analysis' });
  progress(0.5);
  const gained = new Map<FilterRule, number>(bits.map(({ rule }) => [rule, 0]));
  const targetCompanies = matchedDomains.map(({ companyId, domain, originalDomain, name }) => {
    const holds = new Map<FilterRule, boolean>();
    const rules = bits.map(({ rule, point, holdsFor }) => {
      const rawValue = values.get(companyId)?.[point.key] ?? null;
      const included = holdsFor(rawValue);
      holds.set(rule, included);
      return {
        id: rule.id,
        fieldName: point.key,
        configId: rule.configId ?? null,
        rawValue,
        value: labelOf(rawValue, ranges.get(point.key), isYearField(point.field.internalName, point.field.type)),
        included,
      };
    });
    const included = treeHolds(tree, (rule) => holds.get(rule) === true, null) === true;
    if (!included) {
      for (const { rule } of bits) {
        const isGained = treeHolds(tree, (each) => holds.get(each) === true, rule) !== false;
        if (isGained) gained.set(rule, (gained.get(rule) ?? 0) + 1);
      }
    }
    return { companyId, domain, originalDomain, name, included, rules };
  });
  const { counts, error } = await counting;
  signal.throwIfAborted();
  const estimateError = error === null ? null : toAppError(error);
  if (estimateError?.errorCode === 'INTERNAL') throw error;
  const lookup = universeFields(criteria.configs);
  return {
    flatRules: bits.map(({ rule, point }, at) => ({
      id: rule.id,
      fieldName: point.key,
      displayName: dataPointName(point),
      configId: rule.configId ?? null,
      description: describeRule(rule, lookup),
      included: targetCompanies.filter(({ rules }) => rules[at]?.included === true).length,
      targetsGained: gained.get(rule) ?? 0,
      companiesAdded: counts === null ? null : addedBy(counts.rules[at]?.withoutRule, counts.totalCompanies),
    })),
    targetCompanies,
    matched: targetCompanies.length,
    included: targetCompanies.filter(({ included }) => included).length,
    notMatchedDomains,
    invalidDomains,
    estimate: counts?.totalCompanies ?? null,
    estimateError: estimateError?.message ?? null,
  };
}

/** Null if the rules were not counted one by one. Dropping a rule of an "or" can also lose companies: none are added. */
const addedBy = (withoutRule: number | undefined, total: number): number | null =>
  withoutRule === undefined ? null : Math.max(0, withoutRule - total);

function labelOf(value: FieldValue, bounds: readonly (number | string)[] | undefined, isYear: boolean): FieldValue {
  return bounds === undefined || (typeof value !== 'number' && typeof value !== 'string')
    ? value
    : rangeLabel(value, bounds, isYear);
}

/** The tree's verdict without the dropped rule, and without groups that it empties; null if nothing is left. */
function treeHolds(node: FilterNode, holds: (rule: FilterRule) => boolean, dropped: FilterRule | null): boolean | null {
  if (!isGroup(node)) return node === dropped ? null : holds(node);
  const parts = node.rules.map((child) => treeHolds(child, holds, dropped)).filter((part) => part !== null);
  if (parts.length === 0 && node.rules.length > 0) return null;
  const isHeld = parts.length === 0 || (node.combinator === 'and' ? parts.every(Boolean) : parts.some(Boolean));
  return isHeld !== (node.not === true);
}
