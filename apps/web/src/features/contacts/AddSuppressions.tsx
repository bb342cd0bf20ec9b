import { Alert, Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { addSuppressions, type OutputOf, SUPPRESSION_NOTE_MAX } from '@quarry/contracts';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { plural } from '../../lib/format.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { suppressionsKey } from './queries.ts';

type Result = OutputOf<typeof addSuppressions>;

/** Adds pasted lines. Those that cannot be read stay in the dialog to be corrected. */
export default function AddSuppressions({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { clientName } = useClient();
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = useMutation({
    mutationFn: (input: { entries: string[]; note: string | null }) =>
      call(addSuppressions, input, { client: clientName }),
    onSuccess(result) {
      if (result.invalid.length > 0) return setText(result.invalid.join('\n'));
      notifySuccess(resultText(result));
      onClose();
    },
    onError: (error) => notifyError(messageOf(error), { title: 'Error adding entries' }),
    onSettled: () => cache.invalidateQueries({ queryKey: suppressionsKey(clientName) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const entries = text.split('\n').filter((line) => line.trim() !== '');
    const parsed = addSuppressions.body.safeParse({ entries, note: note.trim() === '' ? null : note });
    if (parsed.success) add.mutate(parsed.data);
    else setProblem(parsed.error.issues[0]?.message ?? null);
  };
  return (
    <Modal opened onClose={onClose} title="Add to the list" centered size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {add.data && add.data.invalid.length > 0 && (
            <Alert role="status" icon={<IconInfoCircle aria-hidden="true" />}>
              {resultText(add.data)} {plural(add.data.invalid.length, 'line')} could not be read and{' '}
              {add.data.invalid.length === 1 ? 'is' : 'are'} left below. Please correct or delete{' '}
              {add.data.invalid.length === 1 ? 'it' : 'them'}.
            </Alert>
          )}
          <Textarea
            label="Whom not to contact"
            description="One email address, profile address or domain per line. A domain stands for everyone there."
            placeholder={'ann@example.com\nlinkedin.com/in/ann-example\nexample.com'}
            data-autofocus
            autosize
            minRows={6}
            maxRows={14}
            value={text}
            error={problem}
            onChange={(event) => {
              setProblem(null);
              setText(event.currentTarget.value);
            }}
          />
          <TextInput
            label="Note"
            description="Why, e.g. where they objected. Optional."
            maxLength={SUPPRESSION_NOTE_MAX}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {add.data ? 'Done' : 'Cancel'}
          </Button>
          <Button type="submit" loading={add.isPending}>
            Add
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function resultText({ added, alreadyListed }: Result): string {
  const known = alreadyListed === 0 ? '' : ` ${plural(alreadyListed, 'line was', 'lines were')} listed already.`;
  return `${plural(added, 'entry', 'entries')} added.${known}`;
}
