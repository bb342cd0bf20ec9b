import { useState } from 'react';
import { type FigureHistory, withCounts } from './figure-change.ts';
import type { MarketCounts } from './use-market-counts.ts';

/** A number with its change since the last edit; null if unknown. */
export interface Figure {
  readonly name: string;
  readonly value: number | null;
  readonly change: number | null;
}

/** The figures of the counted criteria. The last ones stay while new ones are counted or criteria are incomplete. */
export function useFigures({ summary, countedKey, isLoading }: MarketCounts): readonly Figure[] {
  const [history, setHistory] = useState<FigureHistory | null>(null);
  if (summary !== null && !isLoading) {
    const next = withCounts(history, { ...summary, key: countedKey });
    if (next !== history) setHistory(next);
  }
  const figure = (name: string, read: (counted: FigureHistory['latest']) => number): Figure => ({
    name,
    value: history === null ? null : read(history.latest),
    change: history === null || history.before === null ? null : read(history.latest) - read(history.before),
  });
  return [
    figure('Matches', ({ totalCompanies }) => totalCompanies),
    figure('Net new', ({ totalNetNewCompanies }) => totalNetNewCompanies),
    figure('In your dataset', ({ totalCompanies, totalNetNewCompanies }) => totalCompanies - totalNetNewCompanies),
  ];
}
