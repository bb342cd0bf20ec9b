import { type AccountUser, removeUser } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { usersQuery } from './queries.ts';

/** Asks before a member is taken out of the account, and does so. */
export default function RemoveUser({ user, onClose }: { user: AccountUser; onClose: () => void }) {
  useReturnFocus();
  const { clientName } = useClient();
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      const toast = notifyLoading('Removing user');
      try {
        await call(removeUser, { userId: user.userId }, { client: clientName });
        notifySuccess('User removed', { id: toast });
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'Error deleting user' });
      }
      await cache.invalidateQueries({ queryKey: usersQuery(clientName).queryKey });
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title="Remove User"
      confirmLabel="Yes, remove"
      cancelLabel="No, cancel"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {user.email} loses access to {clientName} at once, and the API keys they made stop working. What they made here
      stays.
    </ConfirmDialog>
  );
}
