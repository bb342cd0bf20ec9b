import {
  getSegment,
  getSegmentGrowth,
  listSegmentCompanies,
  listSegments,
  previewSegment,
  SEGMENT_COMPANIES_PAGE_SIZE,
  SEGMENTS_PAGE_SIZE,
  type Segment,
  type SegmentDefinition,
  validateSegmentName,
} from '@quarry/contracts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { type DatasetKey, datasetKey } from '../datasets/queries.ts';
import { segmentListsKey, segmentsKey } from '../datasets/segment-queries.ts';
import { isChanging } from './segment-state.ts';

const POLL_MS = 5_000;

/** One page (0-based) of the segments whose names contain a text; polled every 5 s while one of them changes. */
export function segmentsQuery(clientName: string, search: string, pageIndex: number) {
  const request = {
    search,
    limit: SEGMENTS_PAGE_SIZE,
    offset: pageIndex * SEGMENTS_PAGE_SIZE,
    'include-personas': 'true',
  };
  return queryOptions({
    queryKey: [...segmentListsKey(clientName), request],
    queryFn: ({ signal }) => call(listSegments, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isChanging) === true ? POLL_MS : false),
  });
}

/** One segment with its personas, polled every 5 s while it is computed or people are searched. */
export function segmentQuery(clientName: string, segmentId: string) {
  return queryOptions({
    queryKey: [...segmentsKey(clientName), 'item', segmentId],
    queryFn: ({ signal }) => fetchSegment(clientName, segmentId, signal),
    refetchInterval: ({ state }) => (state.data !== undefined && isChanging(state.data) ? POLL_MS : false),
  });
}

/** Reads one segment. Throws ApiError. */
export async function fetchSegment(clientName: string, segmentId: string, signal?: AbortSignal): Promise<Segment> {
  return (await call(getSegment, { segmentId }, { client: clientName, ...(signal ? { signal } : {}) })).item;
}

/** Caches a segment as the server just returned it, and refetches the lists. */
export async function cacheSegment(cache: QueryClient, clientName: string, segment: Segment): Promise<void> {
  const { queryKey } = segmentQuery(clientName, segment.id);
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, segment);
  void cache.invalidateQueries({ queryKey: segmentListsKey(clientName) });
}

/** Rows of a segment change when it has been computed again, so each computation has its own key. */
function rowsKey(clientName: string, segment: Segment) {
  return [...segmentsKey(clientName), 'rows', segment.id, segment.lastComputedAt] as const;
}

/** What the table of a segment's companies shows. */
export interface SegmentCompaniesPage {
  readonly search: string;
  readonly pageIndex: number;
  readonly sortBy: string;
  readonly sortDirection: 'asc' | 'desc';
  readonly includesActive: boolean;
  readonly includesRemoved: boolean;
}

/** One page (0-based) of a segment's companies. */
export function segmentCompaniesQuery(
  dataset: DatasetKey,
  segment: Segment,
  { search, pageIndex, sortBy, sortDirection, includesActive, includesRemoved }: SegmentCompaniesPage,
) {
  const { clientName, version } = dataset;
  const request = {
    segmentId: segment.id,
    search,
    limit: SEGMENT_COMPANIES_PAGE_SIZE,
    offset: pageIndex * SEGMENT_COMPANIES_PAGE_SIZE,
    sortby: sortBy,
    sortdirection: sortDirection,
    include_active: String(includesActive),
    include_removed: String(includesRemoved),
  };
  return queryOptions({
    queryKey: [...rowsKey(clientName, segment), version, 'companies', segment.sizeContacts, request],
    queryFn: ({ signal }) => call(listSegmentCompanies, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** The size of a segment over time. */
export function segmentGrowthQuery(clientName: string, segment: Segment) {
  return queryOptions({
    queryKey: [...rowsKey(clientName, segment), 'growth', segment.sizeContacts],
    queryFn: async ({ signal }) =>
      (await call(getSegmentGrowth, { segmentId: segment.id }, { client: clientName, signal })).days,
    staleTime: 60_000,
  });
}

/** The companies that a definition finds now; `segmentId` is the edited segment's, null for a new one. */
export function segmentPreviewQuery(dataset: DatasetKey, definition: SegmentDefinition, segmentId: string | null) {
  const request = { ...definition, ...(segmentId === null ? {} : { segmentId }) };
  return queryOptions({
    queryKey: [...datasetKey(dataset), 'segment-preview', request],
    queryFn: ({ signal }) => call(previewSegment, request, { client: dataset.clientName, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
}

/** A segment's current name counts as free. Throws ApiError. */
export async function isSegmentNameFree(clientName: string, name: string, segmentId: string | null): Promise<boolean> {
  const body = { segmentName: name, ...(segmentId === null ? {} : { segmentId }) };
  return (await call(validateSegmentName, body, { client: clientName })).isValid;
}
