import type { Persona } from '@quarry/contracts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { type SearchedSegment, type SegmentContactsPage, segmentContactsQuery } from './contact-queries.ts';

const PAGE: SegmentContactsPage = {
  pageIndex: 0,
  persona: undefined,
  sortBy: 'included_at',
  sortDirection: 'desc',
  includesActive: true,
  includesRemoved: false,
  includesChecked: false,
};

const withSearch = (searchStatus: Persona['searchStatus'], sizeContacts: number): SearchedSegment => ({
  id: 's',
  lastComputedAt: null,
  segmentPersonas: [{ id: 'p', searchStatus, sizeContacts }],
});

it('reads the contacts again when a later search ends with as many as the one before', async () => {
  const read = vi.fn(async () => ({ items: [], count: 0, countCompanies: 0 }));
  const options = (segment: SearchedSegment) => ({ ...segmentContactsQuery('ours', segment, PAGE), queryFn: read });
  const observer = new QueryObserver(
    new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } }),
    options(withSearch('COMPLETE', 2)),
  );
  const stop = observer.subscribe(() => undefined);
  const states = [withSearch('NEW', 0), withSearch('RUNNING', 1), withSearch('COMPLETE', 2)];
  for (const [at, state] of states.entries()) {
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(at + 1));
    await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
    observer.setOptions(options(state));
  }
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(4));
  stop();
});
