import { Button, Checkbox, Group, Modal, Text } from '@mantine/core';
import { type AccountUser, modifyUser } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { usersQuery } from './queries.ts';

/** Grants or withdraws a member's administrator permission. */
export default function ModifyPermissions({ user, onClose }: { user: AccountUser; onClose: () => void }) {
  useReturnFocus();
  const { clientName } = useClient();
  const cache = useQueryClient();
  const wasAdmin = user.userPermissions.includes('ADMIN');
  const [isAdmin, setAdmin] = useState(wasAdmin);
  const disabledReason = isAdmin === wasAdmin ? 'The permissions are unchanged' : null;
  const modify = useMutation({
    mutationFn: async () => {
      const toast = notifyLoading('Modifying permissions');
      try {
        await call(
          modifyUser,
          { userId: user.userId, userPermissions: isAdmin ? ['ADMIN'] : [] },
          { client: clientName },
        );
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'Error modifying user' });
        throw error;
      }
      notifySuccess('Permissions modified', { id: toast });
    },
    onSuccess: onClose,
    onSettled: () => cache.invalidateQueries({ queryKey: usersQuery(clientName).queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (disabledReason === null && !modify.isPending) modify.mutate();
  };
  return (
    <Modal opened onClose={onClose} title="Modify Permissions" centered>
      <form onSubmit={submit}>
        <Text mb="md">{user.email}</Text>
        <Checkbox
          label="Allow user to Administer this account"
          data-autofocus
          checked={isAdmin}
          onChange={(event) => setAdmin(event.currentTarget.checked)}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton type="submit" loading={modify.isPending} disabledReason={disabledReason}>
            Save
          </ReasonButton>
        </Group>
      </form>
    </Modal>
  );
}
