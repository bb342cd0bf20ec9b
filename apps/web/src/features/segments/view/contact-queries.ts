import {
  listCompanySegmentContacts,
  listSegmentContacts,
  type Persona,
  SEGMENT_CONTACTS_PAGE_SIZE,
  type Segment,
} from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { segmentsKey } from '../../datasets/segment-queries.ts';
import { isSearching } from '../segment-state.ts';
import type { ContactSort } from './contact-sort.ts';

const POLL_MS = 5_000;

/** What the table of a segment's contacts shows. */
export interface SegmentContactsPage {
  readonly pageIndex: number;
  readonly persona: string | undefined;
  readonly sortBy: ContactSort;
  readonly sortDirection: 'asc' | 'desc';
  readonly includesActive: boolean;
  readonly includesRemoved: boolean;
  readonly includesChecked: boolean;
}

/** What tells whether a segment's contacts may have changed. */
export interface SearchedSegment extends Pick<Segment, 'id' | 'lastComputedAt'> {
  readonly segmentPersonas: readonly Pick<Persona, 'id' | 'searchStatus' | 'sizeContacts'>[];
}

/** One page (0-based) of a segment's contacts, polled every 5 s while people are searched. */
export function segmentContactsQuery(clientName: string, segment: SearchedSegment, page: SegmentContactsPage) {
  const { pageIndex, persona, sortBy, sortDirection, includesActive, includesRemoved, includesChecked } = page;
  const request = {
    segmentId: segment.id,
    limit: SEGMENT_CONTACTS_PAGE_SIZE,
    offset: pageIndex * SEGMENT_CONTACTS_PAGE_SIZE,
    ...(persona === undefined ? {} : { persona }),
    sortby: sortBy,
    sortdirection: sortDirection,
    include_active: String(includesActive),
    include_removed: String(includesRemoved),
    include_checked: String(includesChecked),
  };
  const people = segment.segmentPersonas.map(({ id, searchStatus, sizeContacts }) => [id, searchStatus, sizeContacts]);
  return queryOptions({
    queryKey: [...segmentsKey(clientName), 'contacts', segment.id, segment.lastComputedAt, people, request],
    queryFn: ({ signal }) => call(listSegmentContacts, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    // A later search can end with as many people as the one before, and so with the same key.
    staleTime: 0,
    refetchInterval: segment.segmentPersonas.some(isSearching) ? POLL_MS : false,
  });
}

/** One page (0-based) of everybody found at one company of a segment. */
export function companyContactsQuery(clientName: string, segmentId: string, companyId: string, pageIndex: number) {
  const request = {
    segmentId,
    company_id: companyId,
    limit: SEGMENT_CONTACTS_PAGE_SIZE,
    offset: pageIndex * SEGMENT_CONTACTS_PAGE_SIZE,
  };
  return queryOptions({
    queryKey: [...segmentsKey(clientName), 'company-contacts', request],
    queryFn: ({ signal }) => call(listCompanySegmentContacts, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
  });
}
