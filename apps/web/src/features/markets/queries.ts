import { getMarket, listMarkets, MARKETS_PAGE_SIZE, type Market, validateMarketName } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const LIST_POLL_MS = 5_000;

/** Prefix of the keys of all queries about an account's markets. */
export function marketsKey(clientName: string) {
  return ['markets', clientName] as const;
}

/** One page (0-based) of the markets whose names contain a text, polled every 5 s. */
export function marketsQuery(clientName: string, searchTerm: string, pageIndex: number) {
  const request = { searchTerm, limit: MARKETS_PAGE_SIZE, offset: pageIndex * MARKETS_PAGE_SIZE };
  return queryOptions({
    queryKey: [...marketsKey(clientName), 'list', request],
    queryFn: ({ signal }) => call(listMarkets, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}

export function marketQuery(clientName: string, marketId: string) {
  return queryOptions({
    queryKey: [...marketsKey(clientName), 'item', marketId],
    queryFn: ({ signal }): Promise<Market> => fetchMarket(clientName, marketId, signal),
  });
}

/** Reads one market. Throws ApiError. */
export async function fetchMarket(clientName: string, marketId: string, signal?: AbortSignal): Promise<Market> {
  return (await call(getMarket, { marketId }, { client: clientName, ...(signal ? { signal } : {}) })).item;
}

/** A market's current name counts as free. Throws ApiError. */
export async function isNameFree(clientName: string, name: string, marketId: string | null): Promise<boolean> {
  return (await call(validateMarketName, { marketName: name, marketId }, { client: clientName })).isValid;
}
