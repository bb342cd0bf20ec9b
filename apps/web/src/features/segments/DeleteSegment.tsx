import { deleteSegment, type Segment } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { ConfirmedAction } from '../../ui/ConfirmedAction.tsx';
import { segmentListsKey } from '../datasets/segment-queries.ts';

/** Confirms and deletes a segment. `onDeleted` runs after success. */
export default function DeleteSegment(props: { segment: Segment; onDeleted?: () => void; onClose: () => void }) {
  const { segment, onDeleted, onClose } = props;
  const { clientName } = useClient();
  const cache = useQueryClient();
  return (
    <ConfirmedAction
      title={`Delete ${segment.name}`}
      confirmLabel="Yes, delete"
      messages={{ running: 'Deleting...', done: 'Segment deleted', failed: 'Error deleting segment' }}
      run={async () => {
        await call(deleteSegment, { segmentId: segment.id }, { client: clientName });
        onDeleted?.();
      }}
      refresh={() => cache.invalidateQueries({ queryKey: segmentListsKey(clientName) })}
      onClose={onClose}
    >
      This will remove this segment. Are you sure?
    </ConfirmedAction>
  );
}
