import { listSuppressions, SUPPRESSIONS_PAGE_SIZE } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** All pages and searches of the list. */
export const suppressionsKey = (clientName: string) => ['suppressions', clientName] as const;

/** A page of the list; `page` is 1-based. */
export function suppressionsQuery(clientName: string, search: string, page: number) {
  const request = { search, limit: SUPPRESSIONS_PAGE_SIZE, offset: (page - 1) * SUPPRESSIONS_PAGE_SIZE };
  return queryOptions({
    queryKey: [...suppressionsKey(clientName), request],
    queryFn: ({ signal }) => call(listSuppressions, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
  });
}
