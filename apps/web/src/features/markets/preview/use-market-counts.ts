import { useDebouncedValue } from '@mantine/hooks';
import { type CallOf, countMarket, type DataBlockConfig, type OutputOf } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { usedConfigs } from './content-key.ts';

const COUNT_AFTER_MS = 600;

type Answer = OutputOf<typeof countMarket>;
export type RuleCounts = Answer['rules'][number];

/** Exact counts of the criteria in the editor. */
export interface MarketCounts {
  /** Null before the first response and while there is nothing to count; the last counts stay during a refresh. */
  readonly summary: Pick<Answer, 'totalCompanies' | 'totalNetNewCompanies'> | null;
  /** Equal for equal criteria; those of `summary` once nothing is loading. */
  readonly countedKey: string;
  /** True while the counts are older than the criteria. */
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  readonly error: Error | null;
  /** By rule id. */
  readonly byRule: ReadonlyMap<string, RuleCounts>;
}

const NO_RULES: ReadonlyMap<string, RuleCounts> = new Map();

type Request = CallOf<typeof countMarket>;

function marketCountsQuery(clientName: string, datasetVersion: string | null, request: Request, requestText: string) {
  return queryOptions({
    // The dataset decides which companies are net new. The response names rules by id, so equal content with other ids
    // needs its own request.
    queryKey: ['market-counts', clientName, datasetVersion, requestText],
    queryFn: ({ signal }) => call(countMarket, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  });
}

/** Counts the criteria shortly after each change, in total and per rule, and aborts outdated requests. */
export function useMarketCounts(options: {
  readonly clientName: string;
  readonly criteria: FilterGroup;
  readonly configs: readonly DataBlockConfig[];
  /** False while the criteria are empty or invalid. */
  readonly isEnabled: boolean;
}): MarketCounts {
  const { clientName, criteria, configs, isEnabled } = options;
  const { datasetVersion } = useClient();
  const request = { marketCriteria: criteria, dynamicDataBlockConfigs: usedConfigs(criteria, configs) };
  const requestText = JSON.stringify(request);
  const [settledText] = useDebouncedValue(requestText, COUNT_AFTER_MS);
  // The query only runs once both agree, so `request` always belongs to the key.
  const isSettled = settledText === requestText;
  const query = useQuery({
    ...marketCountsQuery(clientName, datasetVersion, request, settledText),
    enabled: isEnabled && isSettled,
  });
  const { data, error } = query;
  const byRule = useMemo(() => new Map(data?.rules.map((rule) => [rule.ruleId, rule])), [data]);
  const isFailed = isEnabled && isSettled && query.isError;
  const hasCounts = isEnabled && data !== undefined && !isFailed;
  return {
    summary: hasCounts ? data : null,
    countedKey: settledText,
    isLoading: isEnabled && (!isSettled || query.isFetching),
    isFailed,
    error: isFailed ? error : null,
    byRule: hasCounts ? byRule : NO_RULES,
  };
}
