import {
  getMarket,
  listMarketRequests,
  listMarkets,
  MARKETS_PAGE_SIZE,
  type Market,
  validateMarketName,
} from '@quarry/contracts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { clientQuery } from '../../lib/client-context.tsx';
import { LIST_POLL_MS } from '../../lib/list-poll.ts';

const ITEM_POLL_MS = 30_000;
const AWAITING_POLL_MS = 5_000;
const REQUESTS_POLL_MS = 15_000;
/** Requests to publish on one page. */
export const REQUESTS_PAGE_SIZE = 20;

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

/**
 * One market, polled every 30 s, every 5 s while something is awaited; refetches the account when
 * companies of the market have entered the dataset.
 */
export function marketQuery(clientName: string, marketId: string) {
  const queryKey = [...marketsKey(clientName), 'item', marketId] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client: cache }): Promise<Market> => {
      const market = await fetchMarket(clientName, marketId, signal);
      const before = cache.getQueryData<Market>(queryKey);
      if (before !== undefined && before.sourcing.lastSourcedAt !== market.sourcing.lastSourcedAt) {
        void cache.invalidateQueries(clientQuery(clientName));
      }
      return market;
    },
    refetchInterval: ({ state }) => (isAwaited(state.data) ? AWAITING_POLL_MS : ITEM_POLL_MS),
  });
}

/** A decision, or companies. */
function isAwaited(market: Market | undefined): boolean {
  return market !== undefined && (market.isPendingReview || market.sourcing.isWaiting);
}

/** Reads one market. Throws ApiError. */
export async function fetchMarket(clientName: string, marketId: string, signal?: AbortSignal): Promise<Market> {
  return (await call(getMarket, { marketId }, { client: clientName, ...(signal ? { signal } : {}) })).item;
}

/** Caches a market as the server just returned it, and refetches the lists. */
export async function cacheMarket(cache: QueryClient, clientName: string, market: Market): Promise<void> {
  const { queryKey } = marketQuery(clientName, market.id);
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, market);
  void cache.invalidateQueries({ queryKey: [...marketsKey(clientName), 'list'] });
}

/** Prefix of the keys of all pages of waiting requests. */
export const MARKET_REQUESTS_KEY = ['market-requests'] as const;

/** One page (0-based) of the requests of all accounts that wait for approval, for staff. */
export function marketRequestsQuery(pageIndex: number) {
  const request = { limit: REQUESTS_PAGE_SIZE, offset: pageIndex * REQUESTS_PAGE_SIZE };
  return queryOptions({
    queryKey: [...MARKET_REQUESTS_KEY, request],
    queryFn: ({ signal }) => call(listMarketRequests, request, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REQUESTS_POLL_MS,
  });
}

/** A market's current name counts as free. Throws ApiError. */
export async function isNameFree(clientName: string, name: string, marketId: string | null): Promise<boolean> {
  return (await call(validateMarketName, { marketName: name, marketId }, { client: clientName })).isValid;
}
