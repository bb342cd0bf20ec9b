import { type FindingGroup, MAX_ANALYSIS_RULES, type ScoreFinding, STRONG_SCORE } from '@quarry/contracts';
import type { FilterRule } from '@quarry/filters';
import { type Counts, occurrencesIn, type Sample } from './counts.ts';
import { type CountedRange, mergeRanges, type RangeRule } from './ranges.ts';
import { falseDiscoveryRates, impactOf, type Occurrences, pValueOf, scoreOfImpact } from './statistics.ts';

/** A value that may be a finding. */
export interface Candidate extends RangeRule {
  readonly counts: Counts;
}

/** The counted values of a field. */
export interface FieldCounts {
  readonly fieldName: string;
  readonly displayName: string;
  readonly values: readonly Candidate[];
  /** Findings after neighbours were merged; undefined for fields without an order. */
  readonly ranges?: RangeCounts | undefined;
  /** Companies without a value; null if no rule can find them. */
  readonly missing: Counts | null;
}

/** Ranges in order, each with its counts, and the rules of merged ones. */
export interface RangeCounts {
  merged(sample: Sample, sizes: Counts): readonly Candidate[];
}

export function rangeCounts<Edge>(
  ranges: readonly CountedRange<Edge>[],
  ruleOf: (range: CountedRange<Edge>) => RangeRule | null,
): RangeCounts {
  return {
    merged: (sample, sizes) =>
      mergeRanges(ranges, sample, sizes).flatMap((range) => {
        const found = ruleOf(range);
        return found === null ? [] : [{ ...found, counts: range.counts }];
      }),
  };
}

const LEAST_SUPPORT = 5;
const MISSING_DIFFERENCE = 0.05;
const LEAST_SCORE = 0.05;
const SIGNIFICANT = 0.05;
const IMPACTFUL_GROUPS = 15;
const ALWAYS_IMPACTFUL_GROUPS = 5;
/** Of the largest impact of a group without significant findings. */
const INSIGNIFICANT_WEIGHT = 0.1;

interface Tested {
  readonly field: FieldCounts;
  readonly candidate: Candidate;
  readonly occurrences: Occurrences;
}

/** Compares the sets of a sample value by value, and suggests rules for a scoring field. */
export function suggestFindings(fields: readonly FieldCounts[], sizes: Counts, sample: Sample): FindingGroup[] {
  const tested = fields.flatMap((field) => testedOf(field, sizes, sample));
  const rates = falseDiscoveryRates(tested.map(({ occurrences }) => pValueOf(occurrences)));
  const found = tested.flatMap(({ field, candidate, occurrences }, at) => {
    const finding = findingOf(field, candidate, occurrences, rates[at] ?? 1, at);
    return Math.abs(finding.score) < LEAST_SCORE ? [] : [{ field, finding }];
  });
  const groups = [...Map.groupBy(found, ({ field }) => field)].map(([field, members]) => {
    const findings = members.map(({ finding }) => finding);
    return {
      fieldName: field.fieldName,
      displayName: field.displayName,
      weight: weightOf(findings),
      findings: field.ranges === undefined ? findings.toSorted(byScore) : findings,
    };
  });
  return turnOn(rank(groups));
}

function testedOf(field: FieldCounts, sizes: Counts, sample: Sample): Tested[] {
  const candidates = [...field.values, ...(field.ranges?.merged(sample, sizes) ?? []), ...missingOf(field)];
  return candidates
    .map((candidate) => ({ field, candidate, occurrences: occurrencesIn(sample, candidate.counts, sizes) }))
    .filter(({ candidate, occurrences: { a, n1, b, n0 } }) => {
      if (a + b < LEAST_SUPPORT) return false;
      return candidate.rule.operator !== 'notExists' || Math.abs(a / n1 - b / n0) >= MISSING_DIFFERENCE;
    });
}

function missingOf({ missing }: FieldCounts): Candidate[] {
  return missing === null ? [] : [{ rule: { operator: 'notExists' }, value: 'No value', counts: missing }];
}

function findingOf(
  { fieldName }: FieldCounts,
  { rule, value }: Candidate,
  occurrences: Occurrences,
  rate: number,
  at: number,
): ScoreFinding {
  const { a, n1, b, n0 } = occurrences;
  const id = `finding-${at + 1}`;
  const impact = impactOf(occurrences);
  const asRule: FilterRule = { ...rule, id, field: fieldName };
  return {
    id,
    fieldName,
    rule: asRule,
    value,
    impact,
    score: scoreOfImpact(impact),
    goodCount: a,
    badCount: b,
    goodPercentage: a / n1,
    badPercentage: b / n0,
    confidence: 1 - rate,
    isSignificant: rate <= SIGNIFICANT,
    isOnByDefault: false,
  };
}

const byScore = (one: ScoreFinding, other: ScoreFinding) => Math.abs(other.score) - Math.abs(one.score);

function weightOf(findings: readonly ScoreFinding[]): number {
  const significant = findings.filter(({ isSignificant }) => isSignificant);
  if (significant.length === 0) {
    return INSIGNIFICANT_WEIGHT * Math.max(...findings.map(({ impact }) => Math.abs(impact)));
  }
  return Math.sqrt(significant.reduce((sum, { impact }) => sum + impact ** 2, 0));
}

function rank(groups: readonly Omit<FindingGroup, 'isImpactful'>[]): FindingGroup[] {
  return groups
    .toSorted((one, other) => other.weight - one.weight)
    .map((group, at) => ({
      ...group,
      isImpactful:
        at < ALWAYS_IMPACTFUL_GROUPS ||
        (at < IMPACTFUL_GROUPS && group.findings.some(({ score }) => Math.abs(score) > STRONG_SCORE)),
    }));
}

/** Selects the rules that a scoring field starts with, in the order of the groups. */
function turnOn(groups: readonly FindingGroup[]): FindingGroup[] {
  let left = MAX_ANALYSIS_RULES;
  return groups.map((group) => ({
    ...group,
    findings: group.findings.map((finding) => {
      const isOnByDefault = left > 0 && finding.isSignificant && Math.abs(finding.score) >= STRONG_SCORE;
      if (isOnByDefault) left -= 1;
      return { ...finding, isOnByDefault };
    }),
  }));
}
