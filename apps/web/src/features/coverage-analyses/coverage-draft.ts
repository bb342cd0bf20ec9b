import type { CoverageAnalysis, CoverageResult } from '@quarry/contracts';
import { MAX_COVERAGE_DOMAINS, MAX_RANGES } from '@quarry/contracts';
import type { FieldType } from '@quarry/filters';

/** An analysis while it is edited. */
export type CoverageDraft = Pick<
  CoverageAnalysis,
  'name' | 'clientName' | 'domains' | 'sourcingCriteria' | 'dataBlockConfigs' | 'fieldRanges'
>;

export const NEW_ANALYSIS: CoverageDraft = {
  name: '',
  clientName: '',
  domains: [],
  sourcingCriteria: { id: 'root', combinator: 'and', rules: [] },
  dataBlockConfigs: [],
  fieldRanges: [],
};

/** One domain per line; blank lines are dropped. */
export const domainsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Why the domains cannot be analysed; null if they can. */
export function domainsProblem(domains: readonly string[]): string | null {
  return domains.length === 0 || domains.length > MAX_COVERAGE_DOMAINS
    ? 'Please provide between 1 and 1000 domains'
    : null;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Comma-separated lower bounds of a data point's ranges, or why they cannot be used. */
export function readRanges(
  text: string,
  type: FieldType,
): { readonly ranges: (number | string)[] } | { readonly problem: string } {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0 || parts.length >= MAX_RANGES) {
    return { problem: 'There have to be more than 0 and less than 1000 ranges.' };
  }
  if (type === 'Date') {
    const isDate = (part: string) => DATE.test(part) && !Number.isNaN(Date.parse(part));
    return parts.every(isDate)
      ? { ranges: parts }
      : { problem: 'Please make sure all fields are correct dates in YYYY-MM-DD format' };
  }
  const numbers = parts.map(Number);
  return numbers.every(Number.isFinite)
    ? { ranges: numbers }
    : { problem: 'Please make sure all fields are correct numbers' };
}

/** The values of targets that fail a rule with how many have each, the most frequent first. */
export function excludedValues(result: CoverageResult, ruleAt: number): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { rules } of result.targetCompanies) {
    const rule = rules[ruleAt];
    if (rule === undefined || rule.included) continue;
    const values = Array.isArray(rule.value)
      ? rule.value.length === 0
        ? ['No value']
        : rule.value
      : [textOf(rule.value)];
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
}

/** A value as a table shows it. */
export function textOf(value: CoverageResult['targetCompanies'][number]['rules'][number]['value']): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'No value';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);
}

const field = (value: string): string => {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The targets with each rule's value and verdict, as CSV. */
export function toCsv({ flatRules, targetCompanies }: CoverageResult): string {
  const header = [
    'Domain',
    'Entered',
    'Name',
    'Included',
    ...flatRules.flatMap(({ description }) => [description, 'Holds']),
  ];
  const lines = targetCompanies.map(({ domain, originalDomain, name, included, rules }) => [
    domain,
    originalDomain,
    name,
    included ? 'Yes' : 'No',
    ...rules.flatMap((rule) => [rule.rawValue === null ? '' : textOf(rule.rawValue), rule.included ? 'Yes' : 'No']),
  ]);
  return `\ufeff${[header, ...lines].map((line) => `${line.map(field).join(',')}\r\n`).join('')}`;
}
