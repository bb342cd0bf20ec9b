import { formatCount } from '../../../ui/cells/format.ts';

/** A count with its noun: `1 company`, `12,345 companies`. */
export function companiesText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'company' : 'companies'}`;
}

/** The counts of criteria in a line: `12,345 companies match · 3,210 net new`. */
export function countsSentence(counts: {
  readonly totalCompanies: number;
  readonly totalNetNewCompanies: number;
}): string {
  const { totalCompanies, totalNetNewCompanies } = counts;
  const verb = totalCompanies === 1 ? 'matches' : 'match';
  return `${companiesText(totalCompanies)} ${verb} · ${formatCount(totalNetNewCompanies)} net new`;
}

/** What one rule does to the count, in a line: `20,400 without this condition · 1,200 unknown`. */
export function ruleCountSentence(counts: { readonly withoutRule: number; readonly unknown: number }): string {
  const without = `${formatCount(counts.withoutRule)} without this condition`;
  return counts.unknown === 0 ? without : `${without} · ${formatCount(counts.unknown)} unknown`;
}

/** The same with what it means, for the hint. */
export function ruleCountHint(counts: { readonly withoutRule: number; readonly unknown: number }): string {
  const { withoutRule, unknown } = counts;
  const without = `${companiesText(withoutRule)} would match if this condition were taken away.`;
  if (unknown === 0) return `${without} The data point is known for all of them.`;
  const verb = unknown === 1 ? 'is' : 'are';
  const share = `${formatCount(unknown)} of them ${verb} unknown: we have no data for this data point`;
  return `${without} ${share}, which is not the same as not matching.`;
}
