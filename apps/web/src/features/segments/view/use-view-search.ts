import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type SegmentTab, type SegmentViewSearch, segmentViewSearch, tabOf } from './segment-view-search.ts';

const ROUTE = '/signed-in/app/$clientName/segments/view/$segmentId';

export interface ViewSearch {
  readonly search: SegmentViewSearch;
  readonly tab: SegmentTab;
  /** Changes what the page shows; returns to the first page unless the change names one. */
  readonly change: (change: Partial<SegmentViewSearch>, options?: { replace?: boolean }) => void;
  readonly openTab: (tab: SegmentTab) => void;
}

/** What a segment's page shows, kept in its address. */
export function useViewSearch(): ViewSearch {
  const search = useSearch({ from: ROUTE });
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate({ from: '/app/$clientName/segments/view/$segmentId' });
  const tab = tabOf(hash);
  const change = useCallback<ViewSearch['change']>(
    (changed, options = {}) => {
      // An open company or chart says nothing about the rows.
      const keepsPage = Object.keys(changed).every((key) => ['page', 'company', 'growth'].includes(key));
      void navigate({
        search: (old) => segmentViewSearch({ ...old, ...(keepsPage ? {} : { page: undefined }), ...changed }),
        hash: tab,
        replace: options.replace ?? false,
      });
    },
    [navigate, tab],
  );
  return {
    search,
    tab,
    change,
    // The tabs show different rows, so nothing but the chart carries over.
    openTab: (next) =>
      void navigate({ search: ({ growth }) => segmentViewSearch({ growth }), hash: next, replace: false }),
  };
}
