import { removeSuppression, type Suppression } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { ConfirmedAction } from '../../ui/ConfirmedAction.tsx';
import { suppressionsKey } from './queries.ts';

/** Removes an entry of the list after confirmation. */
export default function RemoveSuppression({ entry, onClose }: { entry: Suppression; onClose: () => void }) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return (
    <ConfirmedAction
      title="Remove from the list"
      confirmLabel="Yes, remove"
      messages={{ running: 'Removing entry', done: 'Entry removed', failed: 'Error removing entry' }}
      run={() => call(removeSuppression, { id: entry.id }, { client: clientName })}
      refresh={() => cache.invalidateQueries({ queryKey: suppressionsKey(clientName) })}
      onClose={onClose}
    >
      {entry.kind === 'DOMAIN'
        ? `Your account may then contact people at ${entry.value} again, unless they are listed themselves.`
        : `Your account may then contact ${entry.value} again.`}
    </ConfirmedAction>
  );
}
