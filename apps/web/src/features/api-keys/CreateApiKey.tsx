import { Button, Group, Modal, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { API_KEY_NAME_MAX, API_KEY_SCOPES, type ApiKeyScope, createApiKey } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { notifyError } from '../../lib/notify.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { NewApiKey } from './NewApiKey.tsx';
import { apiKeysQuery } from './queries.ts';
import { SCOPE_LABELS } from './scope-labels.ts';

const NEVER = 'never';
const EXPIRIES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: NEVER, label: 'Never' },
];
const SCOPE_HELP: Readonly<Record<ApiKeyScope, string>> = {
  read: 'Can search and read, but not change anything',
  write: 'Can also change whatever members can, but not users, permissions or keys',
};

/** Creates a key, then shows it the only time. */
export default function CreateApiKey({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { clientName } = useClient();
  const cache = useQueryClient();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ApiKeyScope>('read');
  const [expiry, setExpiry] = useState('90');
  const [nameError, setNameError] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: () =>
      call(
        createApiKey,
        { name: name.trim(), scope, expiresInDays: expiry === NEVER ? null : Number(expiry) },
        { client: clientName },
      ),
    onError: (error) => notifyError(messageOf(error), { title: 'Error creating API key' }),
    onSettled: () => cache.invalidateQueries({ queryKey: apiKeysQuery(clientName).queryKey }),
  });
  if (create.data) return <NewApiKey name={create.data.apiKey.name} apiKey={create.data.key} onClose={onClose} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') setNameError('Please provide a name for this key');
    else if (!create.isPending) create.mutate();
  };
  return (
    <Modal opened onClose={onClose} title="Create API key" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            description="What it is for, e.g. the program that uses it"
            data-autofocus
            maxLength={API_KEY_NAME_MAX}
            value={name}
            error={nameError}
            onChange={(event) => {
              setNameError(null);
              setName(event.currentTarget.value);
            }}
          />
          <Radio.Group
            label="Scope"
            value={scope}
            onChange={(value) => setScope(API_KEY_SCOPES.find((known) => known === value) ?? 'read')}
          >
            <Stack gap="xs" mt={6}>
              {API_KEY_SCOPES.map((value) => (
                <Radio key={value} value={value} label={SCOPE_LABELS[value]} description={SCOPE_HELP[value]} />
              ))}
            </Stack>
          </Radio.Group>
          <NativeSelect
            label="Expires"
            data={EXPIRIES}
            value={expiry}
            onChange={(event) => setExpiry(event.currentTarget.value)}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
