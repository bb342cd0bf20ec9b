import type { OutputOf, searchCompanies } from '@quarry/contracts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ruleProblemsOf } from '../../lib/rule-problems.ts';
import { useLastKnown } from '../../ui/use-last-known.ts';
import type { ExplorerState } from '../datasets/explorer-state.ts';
import { companyRowsQuery, type DatasetKey, matchCountQuery } from '../datasets/queries.ts';
import { newestCount } from './newest-count.ts';
import { tabCountsQuery } from './queries.ts';

type Search = OutputOf<typeof searchCompanies>;

/** What the explorer shows of a search. */
export interface CompaniesResult {
  readonly query: UseQueryResult<Search>;
  /** The rows; those before while new ones load or could not be loaded. */
  readonly shown: Search | undefined;
  /** The companies found, from whichever answer is newest; null while unknown. */
  readonly count: number | null;
  readonly failure: Error | null;
  /** Whether the failure leaves rows that may be shown below it. */
  readonly hasRows: boolean;
}

export function useCompaniesResult(dataset: DatasetKey, state: ExplorerState): CompaniesResult {
  const query = useQuery(companyRowsQuery(dataset, state));
  const tabs = useQuery(tabCountsQuery(dataset, state));
  const { filters, search, tab } = state;
  const key = JSON.stringify([dataset.version, filters, search, tab]);
  const [counted, setCounted] = useState<{ key: string; count: number; at: number } | null>(null);
  const total = query.data?.isCounted === true && !query.isPlaceholderData ? query.data.companiesCnt : null;
  if (total !== null && (counted?.key !== key || counted.at < query.dataUpdatedAt)) {
    setCounted({ key, count: total, at: query.dataUpdatedAt });
  }
  // The tabs may fail where the rows don't, as they count the matches of three searches.
  const alone = useQuery({ ...matchCountQuery(dataset, filters, state), enabled: tabs.isError && query.isSuccess });
  const failure = query.isError ? query.error : null;
  const shown = useLastKnown(query.data);
  return {
    query,
    shown,
    count: newestCount(
      counted?.key === key ? counted : null,
      tabs.data
        ? { count: tabs.data[tab], at: tabs.dataUpdatedAt }
        : alone.data === undefined
          ? null
          : { count: alone.data, at: alone.dataUpdatedAt },
    ),
    failure,
    // Rows of other filters must not look like those of filters that can't be understood.
    hasRows: shown !== undefined && ruleProblemsOf(failure).length === 0,
  };
}
