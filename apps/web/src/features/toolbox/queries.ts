import { DOMAIN_OVERRIDES_PAGE_SIZE, listDomainOverrides } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { LIST_POLL_MS } from '../../lib/list-poll.ts';

/** One page (1-based) of the overrides. */
export function overridesQuery(search: string, page: number) {
  const request = { search, limit: DOMAIN_OVERRIDES_PAGE_SIZE, offset: (page - 1) * DOMAIN_OVERRIDES_PAGE_SIZE };
  return queryOptions({
    queryKey: ['domain-overrides', request],
    queryFn: ({ signal }) => call(listDomainOverrides, request, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}
