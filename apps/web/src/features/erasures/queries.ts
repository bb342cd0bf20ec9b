import { ERASURES_PAGE_SIZE, type Erasure, listErasures } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const ACTIVE_POLL_MS = 2_000;

export const erasuresKey = ['erasures'] as const;

/** One page (0-based) of the requested deletions. */
export function erasuresQuery(pageIndex: number) {
  const request = { limit: ERASURES_PAGE_SIZE, offset: pageIndex * ERASURES_PAGE_SIZE };
  return queryOptions({
    queryKey: [...erasuresKey, request],
    queryFn: ({ signal }) => call(listErasures, request, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.items.some(isOpen) ? ACTIVE_POLL_MS : false),
  });
}

const isOpen = ({ job }: Erasure): boolean => job?.status === 'WAITING' || job?.status === 'PROCESSING';
