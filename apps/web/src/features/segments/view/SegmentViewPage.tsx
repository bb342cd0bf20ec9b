import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useClient } from '../../../lib/client-context.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { segmentQuery } from '../queries.ts';
import { SegmentNotLoaded } from '../SegmentNotLoaded.tsx';
import { SegmentView } from './SegmentView.tsx';
import { UpdateFailed } from './UpdateFailed.tsx';

/** One segment: its companies and contacts. */
export default function SegmentViewPage() {
  const { clientName } = useClient();
  const { segmentId } = useParams({ from: '/signed-in/app/$clientName/segments/view/$segmentId' });
  const { data, error, refetch } = useQuery(segmentQuery(clientName, segmentId));
  if (data?.updateStatus === 'ERROR') return <UpdateFailed clientName={clientName} segment={data} />;
  if (data !== undefined) return <SegmentView key={segmentId} clientName={clientName} segment={data} />;
  return (
    <>
      <PageHeader title="Segment" clientName={clientName} />
      {error === null ? (
        <LoadingState label="Loading segment" />
      ) : (
        <SegmentNotLoaded error={error} clientName={clientName} onRetry={() => void refetch()} />
      )}
    </>
  );
}
