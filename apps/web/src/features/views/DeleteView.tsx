import { Text } from '@mantine/core';
import { deleteView, type View } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { ConfirmedAction } from '../../ui/ConfirmedAction.tsx';
import { uncacheView, viewsQuery } from './queries.ts';

/** Confirms and deletes a view. */
export default function DeleteView(props: { view: View; onDeleted: () => void; onClose: () => void }) {
  const { view } = props;
  const { clientName } = useClient();
  const cache = useQueryClient();
  return (
    <ConfirmedAction
      title="Confirm Deletion"
      confirmLabel="Yes, delete"
      messages={{ running: 'Deleting view…', done: 'View deleted', failed: 'Error deleting view' }}
      run={async () => {
        await call(deleteView, { id: view.id }, { client: clientName });
        props.onDeleted();
        await uncacheView(cache, clientName, view.id);
      }}
      refresh={() => cache.invalidateQueries({ queryKey: viewsQuery(clientName).queryKey })}
      onClose={props.onClose}
    >
      <Text>Are you sure you want to delete the "{view.name}" view?</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {view.isShared ? 'Everyone in this account loses it. ' : ''}The companies stay in your dataset.
      </Text>
    </ConfirmedAction>
  );
}
