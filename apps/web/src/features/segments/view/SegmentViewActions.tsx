import { refreshSegment, type Segment } from '@quarry/contracts';
import { IconArrowsExchange, IconChartLine, IconFileExport, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { usePermission } from '../../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../../lib/notify.ts';
import { HeaderActions } from '../../../ui/HeaderActions.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { cacheSegment } from '../queries.ts';
import type { ViewSearch } from './use-view-search.ts';

const SegmentExportOptions = lazy(() => import('./SegmentExportOptions.tsx'));
const SegmentSync = lazy(() => import('./SegmentSync.tsx'));
const DeleteSegment = lazy(() => import('../DeleteSegment.tsx'));

/** Refreshes, exports, edits and deletes the segment that is shown. */
export function SegmentViewActions(props: { clientName: string; segment: Segment; view: ViewSearch }) {
  const { clientName, segment, view } = props;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const [isSyncing, setSyncing] = useState(false);
  const isAdmin = usePermission('ADMIN');
  const refresh = useMutation({
    mutationFn: async () => {
      const toast = notifyLoading('Triggering refresh...');
      try {
        const { item } = await call(refreshSegment, { segmentId: segment.id }, { client: clientName });
        await cacheSegment(cache, clientName, item);
        notifySuccess('Segment refresh started', { id: toast });
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'Error triggering refresh' });
      }
    },
  });
  const isRefreshing = segment.refreshStatus === 'RUNNING' || refresh.isPending;
  const hasGrowth = view.search.growth === 'yes';
  return (
    <>
      <HeaderActions
        actions={[
          {
            label: hasGrowth ? 'Hide growth' : 'Growth',
            Icon: IconChartLine,
            run: () => view.change({ growth: hasGrowth ? undefined : 'yes' }, { replace: true }),
          },
          { label: 'Export', Icon: IconFileExport, run: () => setExporting(true) },
          ...(isAdmin ? [{ label: 'Sync', Icon: IconArrowsExchange, run: () => setSyncing(true) }] : []),
          { label: 'Delete segment', Icon: IconTrash, run: () => setDeleting(true) },
        ]}
      />
      <ReasonButton
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
        loading={isRefreshing}
        disabledReason={isRefreshing || segment.updateStatus !== 'RUNNING' ? null : 'The segment is updating'}
        onClick={() => refresh.mutate()}
      >
        Refresh
      </ReasonButton>
      <ButtonLink
        size="xs"
        to="/app/$clientName/segments/edit/$segmentId"
        params={{ clientName, segmentId: segment.id }}
        search={{}}
      >
        Edit segment
      </ButtonLink>
      <Suspense fallback={null}>
        {isExporting && (
          <SegmentExportOptions segment={segment} search={view.search} onClose={() => setExporting(false)} />
        )}
        {isSyncing && <SegmentSync segment={segment} onClose={() => setSyncing(false)} />}
        {isDeleting && (
          <DeleteSegment
            segment={segment}
            onDeleted={() => void navigate({ to: '/app/$clientName/segments', params: { clientName }, search: {} })}
            onClose={() => setDeleting(false)}
          />
        )}
      </Suspense>
    </>
  );
}
