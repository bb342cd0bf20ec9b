import { type AccountUser, removeUser } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { ConfirmedAction } from '../../ui/ConfirmedAction.tsx';
import { usersQuery } from './queries.ts';

/** Removes a member after confirmation. */
export default function RemoveUser({ user, onClose }: { user: AccountUser; onClose: () => void }) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return (
    <ConfirmedAction
      title="Remove User"
      confirmLabel="Yes, remove"
      messages={{ running: 'Removing user', done: 'User removed', failed: 'Error deleting user' }}
      run={() => call(removeUser, { userId: user.userId }, { client: clientName })}
      refresh={() => cache.invalidateQueries({ queryKey: usersQuery(clientName).queryKey })}
      onClose={onClose}
    >
      {user.email} loses access to {clientName} at once, and the API keys they created stop working. Everything else
      they created stays.
    </ConfirmedAction>
  );
}
