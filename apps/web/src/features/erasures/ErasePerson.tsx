import { Alert, Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { ERASURE_NOTE_MAX, erasePerson, type findPerson, type OutputOf } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import type { Sought } from './ErasuresPage.tsx';
import { erasuresKey } from './queries.ts';

/** Says what a deletion does, asks for a note, and requests it. */
export default function ErasePerson(props: {
  sought: Sought;
  found: OutputOf<typeof findPerson>;
  onClose: () => void;
  onErased: () => void;
}) {
  useReturnFocus();
  const { sought, found, onClose, onErased } = props;
  const cache = useQueryClient();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const erase = useMutation({
    mutationFn: (input: Sought & { note: string }) => call(erasePerson, input),
    onSuccess: async () => {
      notifySuccess('The deletion was requested. Its progress is shown below.');
      await cache.invalidateQueries({ queryKey: erasuresKey });
      onClose();
      onErased();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = erasePerson.body.safeParse({ ...sought, note });
    if (parsed.success) erase.mutate(parsed.data);
    else setProblem(parsed.error.issues[0]?.message ?? null);
  };
  const exports = found.accounts.reduce((sum, account) => sum + account.exports, 0);
  return (
    <Modal opened onClose={onClose} title="Delete this person?" centered size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <List size="sm" spacing={4}>
            <List.Item>
              {`${plural(found.people.length, 'entry', 'entries')} of the universe and everything in ${plural(found.accounts.length, 'account')} are deleted, for good.`}
            </List.Item>
            <List.Item>
              Accounts keep no names: their segments show only that a person was deleted on request.
            </List.Item>
            {exports > 0 ? (
              <List.Item>{`${plural(exports, 'export')} of people can no longer be downloaded.`}</List.Item>
            ) : null}
            <List.Item>
              Hashes of the addresses and profiles remain, so that no search, export or sync brings the person back.
            </List.Item>
            {found.crmRecords.length > 0 ? (
              <List.Item>
                {`What accounts’ own systems have of the person stays there: ${plural(found.crmRecords.length, 'record')}, linked beside the deletion for 90 days, so that you can ask the accounts to delete them.`}
              </List.Item>
            ) : null}
            <List.Item>Entries of do-not-contact lists stay. Credits are not refunded.</List.Item>
          </List>
          <TextInput
            label="Note"
            description="Why, e.g. the number of the request. It is kept for good, so it must not name the person."
            required
            maxLength={ERASURE_NOTE_MAX}
            data-autofocus
            value={note}
            error={problem}
            onChange={(event) => {
              setProblem(null);
              setNote(event.currentTarget.value);
            }}
          />
          {erase.isError ? (
            <Alert color="red" title="Error deleting the person">
              {messageOf(erase.error)}
            </Alert>
          ) : null}
          <Text size="sm" fw={600}>
            This can't be undone.
          </Text>
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            No, cancel
          </Button>
          <Button type="submit" color="red" loading={erase.isPending}>
            Yes, delete
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
