import { formatNumber, plural } from '../../../lib/format.ts';

/** `12,345 companies match · 3,210 net new`. */
export function countsSentence(counts: {
  readonly totalCompanies: number;
  readonly totalNetNewCompanies: number;
}): string {
  const { totalCompanies, totalNetNewCompanies } = counts;
  const matches = plural(totalCompanies, 'company matches', 'companies match');
  return `${matches} · ${formatNumber(totalNetNewCompanies)} net new`;
}

/** `20,400 without this condition · 1,200 unknown`. */
export function ruleCountSentence(counts: { readonly withoutRule: number; readonly unknown: number }): string {
  const without = `${formatNumber(counts.withoutRule)} without this condition`;
  return counts.unknown === 0 ? without : `${without} · ${formatNumber(counts.unknown)} unknown`;
}

/** The tooltip that explains `ruleCountSentence`. */
export function ruleCountHint(counts: { readonly withoutRule: number; readonly unknown: number }): string {
  const { withoutRule, unknown } = counts;
  const without = `${plural(withoutRule, 'company', 'companies')} would match without this condition.`;
  if (unknown === 0) return `${without} The data point is known for all of them.`;
  const share = `${plural(unknown, 'of them is', 'of them are')} unknown: we have no data for this data point`;
  return `${without} ${share}, which is not the same as not matching.`;
}
