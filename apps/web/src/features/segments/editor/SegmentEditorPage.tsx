import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { segmentQuery } from '../queries.ts';
import { SegmentNotLoaded } from '../SegmentNotLoaded.tsx';
import { SegmentEditor } from './SegmentEditor.tsx';

const ROUTE = '/signed-in/app/$clientName/segments/edit/$segmentId';

/** Creates a segment or edits a saved one. */
export default function SegmentEditorPage() {
  const { clientName } = useClient();
  const { segmentId } = useParams({ from: ROUTE });
  const { market } = useSearch({ from: ROUTE });
  if (segmentId === 'new') {
    return <SegmentEditor key={`new ${market ?? ''}`} clientName={clientName} segment={null} marketId={market} />;
  }
  return <LoadedEditor key={segmentId} clientName={clientName} segmentId={segmentId} />;
}

function LoadedEditor({ clientName, segmentId }: { clientName: string; segmentId: string }) {
  const query = useQuery(segmentQuery(clientName, segmentId));
  // A cached segment may be older than another person's edit, so the editor starts with what this visit fetched.
  const [openedAt] = useState(() => Date.now());
  if (query.data !== undefined && query.dataUpdatedAt >= openedAt) {
    return <SegmentEditor clientName={clientName} segment={query.data} marketId={undefined} />;
  }
  return (
    <>
      <PageHeader title="Edit segment" clientName={clientName} />
      {query.isError ? (
        <SegmentNotLoaded error={query.error} clientName={clientName} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState label="Loading segment" />
      )}
    </>
  );
}
