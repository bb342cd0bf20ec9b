import { listSegments, MAX_LISTED_SEGMENTS, type Segment } from '@quarry/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { readWholeList } from '../../lib/read-whole-list.ts';

/** Prefix of the keys of all queries about an account's segments. */
export function segmentsKey(clientName: string) {
  return ['segments', clientName] as const;
}

/** Prefix of the keys of all lists of an account's segments. */
export function segmentListsKey(clientName: string) {
  return [...segmentsKey(clientName), 'list'] as const;
}

/** How many choices a picker shows at once; typing finds the others. */
export const SHOWN_CHOICES = 100;

/** Reads all segments of an account, newest first, as often as one call lists no more. */
export function readAllSegments(
  clientName: string,
  options: { readonly includesPersonas: boolean; readonly signal: AbortSignal },
): Promise<Segment[]> {
  const { includesPersonas, signal } = options;
  return readWholeList((offset) =>
    call(
      listSegments,
      { limit: MAX_LISTED_SEGMENTS, offset, 'include-personas': String(includesPersonas) },
      { client: clientName, signal },
    ),
  );
}

/** All segments of the account without their personas, newest first, to choose from. */
export function allSegmentsQuery(clientName: string) {
  return queryOptions({
    queryKey: [...segmentListsKey(clientName), 'all'],
    queryFn: ({ signal }) => readAllSegments(clientName, { includesPersonas: false, signal }),
    staleTime: 10_000,
  });
}

/** True if companies can be added to a segment one by one; in any other, they would narrow it. */
export function takesCompanies({ filters, inclusions }: Pick<Segment, 'filters' | 'inclusions'>): boolean {
  return filters === null && inclusions.domains.length > 0;
}
