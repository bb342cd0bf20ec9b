import { SEGMENT_NAME_MAX, SEGMENTS_PAGE_SIZE, type Segment } from '@quarry/contracts';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useCallback, useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { listSearch, searchOf } from '../../lib/list-search.ts';
import { ListPage } from '../../ui/ListPage.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { NoSegments } from './NoSegments.tsx';
import { segmentsQuery } from './queries.ts';
import { SegmentGuides } from './SegmentGuides.tsx';
import { segmentColumns } from './segment-columns.tsx';

const DeleteSegment = lazy(() => import('./DeleteSegment.tsx'));

const SEARCH_DELAY_MS = 500;

/** Lists the account's segments with their sizes and states. */
export default function SegmentsPage() {
  const { clientName } = useClient();
  const { search = '', page = 1 } = useSearch({ from: '/signed-in/app/$clientName/segments' });
  const navigate = useNavigate({ from: '/app/$clientName/segments' });
  const [deleted, setDeleted] = useState<Segment | null>(null);
  const segments = useQuery(segmentsQuery(clientName, search, page - 1));
  const columns = useCallback(
    (width: number) => segmentColumns({ clientName, width, onDelete: setDeleted }),
    [clientName],
  );
  const setSearch = (text: string) => void navigate({ search: searchOf({ search: text }), replace: true });
  return (
    <ListPage
      title="Segments"
      label="Segments"
      noun="segment"
      query={segments}
      rows={segments.data?.items}
      total={segments.data?.count}
      columns={columns}
      rowKey={segmentKey}
      rowLabel={segmentLabel}
      onOpenRow={(segment) =>
        void navigate({
          to: '/app/$clientName/segments/view/$segmentId',
          params: { clientName, segmentId: segment.id },
          search: {},
        })
      }
      paging={{
        page,
        pageSize: SEGMENTS_PAGE_SIZE,
        onPage: (newPage, replace) => void navigate({ search: listSearch({ search, page: newPage }), replace }),
      }}
      actions={
        <ButtonLink
          to="/app/$clientName/segments/edit/$segmentId"
          params={{ clientName, segmentId: 'new' }}
          search={{}}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
        >
          Add Segment
        </ButtonLink>
      }
      toolbar={
        <>
          <SegmentGuides />
          <SearchField
            noun="segments"
            maxLength={SEGMENT_NAME_MAX}
            search={search}
            onSearch={setSearch}
            delayMs={SEARCH_DELAY_MS}
          />
        </>
      }
      empty={<NoSegments clientName={clientName} search={search} onClear={() => setSearch('')} />}
    >
      {deleted && <DeleteSegment segment={deleted} onClose={() => setDeleted(null)} />}
    </ListPage>
  );
}

function segmentKey(segment: Segment): string {
  return segment.id;
}

function segmentLabel(segment: Segment): string {
  return segment.name;
}
