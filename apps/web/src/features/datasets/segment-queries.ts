import { listSegments, MAX_SEGMENTS, type Segment } from '@quarry/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Prefix of the keys of all queries about an account's segments. */
export function segmentsKey(clientName: string) {
  return ['segments', clientName] as const;
}

/** Prefix of the keys of all lists of an account's segments. */
export function segmentListsKey(clientName: string) {
  return [...segmentsKey(clientName), 'list'] as const;
}

/** All segments of the account without their personas, newest first, to choose from. */
export function allSegmentsQuery(clientName: string) {
  return queryOptions({
    queryKey: [...segmentListsKey(clientName), 'all'],
    queryFn: async ({ signal }): Promise<Segment[]> =>
      (await call(listSegments, { limit: MAX_SEGMENTS }, { client: clientName, signal })).items,
    staleTime: 10_000,
  });
}

/** True if companies can be added to a segment one by one; in any other, they would narrow it. */
export function takesCompanies({ filters, inclusions }: Pick<Segment, 'filters' | 'inclusions'>): boolean {
  return filters === null && inclusions.domains.length > 0;
}
