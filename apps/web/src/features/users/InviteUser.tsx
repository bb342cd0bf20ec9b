import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { inviteEmail, inviteUser } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { usersQuery } from './queries.ts';

export default function InviteUser({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { clientName } = useClient();
  const cache = useQueryClient();
  const [email, setEmail] = useState('');
  const [isAdmin, setAdmin] = useState(false);
  const [emailError, setEmailError] = useState<string | null>(null);
  const invite = useMutation({
    mutationFn: async (address: string) => {
      const toast = notifyLoading('Inviting user');
      try {
        await call(
          inviteUser,
          { email: address, userPermissions: isAdmin ? ['USER', 'ADMIN'] : ['USER'] },
          { client: clientName },
        );
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'Error adding user' });
        throw error;
      }
      notifySuccess(`An invitation was sent to ${address}`, { id: toast });
    },
    onSuccess: onClose,
    onError: (error) => setEmailError(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: usersQuery(clientName).queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    const parsed = inviteEmail.safeParse(email);
    if (parsed.success) invite.mutate(parsed.data);
    else setEmailError(parsed.error.issues[0]?.message ?? null);
  };
  return (
    <Modal opened onClose={onClose} title="Invite user" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Email"
            type="email"
            autoComplete="off"
            data-autofocus
            value={email}
            error={emailError}
            onChange={(event) => {
              setEmailError(null);
              setEmail(event.currentTarget.value);
            }}
          />
          <Checkbox
            label="Allow user to Administer this account"
            checked={isAdmin}
            onChange={(event) => setAdmin(event.currentTarget.checked)}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Invite user
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
