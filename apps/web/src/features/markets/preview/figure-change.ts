import { formatNumber } from '../../../lib/format.ts';

/** Counts of criteria, and which criteria they are of. */
export interface CountedCriteria {
  readonly key: string;
  readonly totalCompanies: number;
  readonly totalNetNewCompanies: number;
}

/** A market's latest counts, and those of the criteria before the last edit. */
export interface FigureHistory {
  readonly latest: CountedCriteria;
  readonly before: CountedCriteria | null;
}

/** The history after another count. New counts of the same criteria are no edit, so nothing changed since one. */
export function withCounts(history: FigureHistory | null, counted: CountedCriteria): FigureHistory {
  if (history === null) return { latest: counted, before: null };
  const { latest } = history;
  if (latest.key !== counted.key) return { latest: counted, before: latest };
  const isSame =
    latest.totalCompanies === counted.totalCompanies && latest.totalNetNewCompanies === counted.totalNetNewCompanies;
  return isSame ? history : { latest: counted, before: null };
}

/** `+1,234`, `−12` or `±0`. */
export function changeText(change: number): string {
  if (change === 0) return '±0';
  return `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))}`;
}
