import { useDebouncedValue } from '@mantine/hooks';
import { type CallOf, countMarket, type DataBlockConfig, type OutputOf } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/api.ts';
import { usedConfigs } from './content-key.ts';

const COUNT_AFTER_MS = 600;

type Answer = OutputOf<typeof countMarket>;
/** What one rule does to the count of a market. */
export type RuleCounts = Answer['rules'][number];

/** Exact counts of criteria that are being edited. */
export interface MarketCounts {
  /** Null before the first answer, and while there is nothing to count. The last numbers stay while newer ones come. */
  readonly summary: Pick<Answer, 'totalCompanies' | 'totalNetNewCompanies'> | null;
  /** Whether the numbers belong to criteria before the last change. */
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  readonly error: Error | null;
  /** By the rule's id. */
  readonly byRule: ReadonlyMap<string, RuleCounts>;
}

const NO_RULES: ReadonlyMap<string, RuleCounts> = new Map();

type Request = CallOf<typeof countMarket>;

function marketCountsQuery(clientName: string, request: Request, requestText: string) {
  return queryOptions({
    // The answer names rules by their ids, so equal content under other ids is another question.
    queryKey: ['market-counts', clientName, requestText],
    queryFn: ({ signal }) => call(countMarket, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  });
}

/** Counts criteria shortly after each change, rule by rule; the request for outdated criteria ends. */
export function useMarketCounts(options: {
  readonly clientName: string;
  readonly criteria: FilterGroup;
  readonly configs: readonly DataBlockConfig[];
  /** False while the criteria are empty or not valid. */
  readonly isEnabled: boolean;
}): MarketCounts {
  const { clientName, criteria, configs, isEnabled } = options;
  const request = { marketCriteria: criteria, dynamicDataBlockConfigs: usedConfigs(criteria, configs) };
  const wanted = JSON.stringify(request);
  const [settled] = useDebouncedValue(wanted, COUNT_AFTER_MS);
  // What is not settled is not asked, so the request of this draw is always the one that its key names.
  const isSettled = settled === wanted;
  const query = useQuery({
    ...marketCountsQuery(clientName, request, settled),
    enabled: isEnabled && isSettled,
  });
  const { data, error } = query;
  const byRule = useMemo(() => new Map(data?.rules.map((rule) => [rule.ruleId, rule])), [data]);
  const isFailed = isEnabled && isSettled && query.isError;
  const isShown = isEnabled && data !== undefined && !isFailed;
  return {
    summary: isShown ? data : null,
    isLoading: isEnabled && (!isSettled || query.isFetching),
    isFailed,
    error: isFailed ? error : null,
    byRule: isShown ? byRule : NO_RULES,
  };
}
