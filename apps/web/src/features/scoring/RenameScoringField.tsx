import { Button, Group, Modal, TextInput } from '@mantine/core';
import { SCORING_NAME_MAX, type ScoringConfig } from '@quarry/contracts';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { useUpdateScoring } from './use-update-scoring.ts';

/** Renames a scoring field; keeps its rules and scores. */
export default function RenameScoringField(props: { config: ScoringConfig; onClose: () => void }) {
  useReturnFocus();
  const { config, onClose } = props;
  const { clientName } = useClient();
  const [name, setName] = useState(config.name);
  const rename = useUpdateScoring(clientName, config);
  const trimmed = name.trim();
  const problem = trimmed === '' ? 'Name cannot be empty' : null;
  const disabledReason = problem ?? (trimmed === config.name ? 'The name is unchanged' : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (disabledReason !== null || rename.isPending) return;
    rename.mutate({ change: { name: trimmed }, done: 'Scoring field renamed' }, { onSuccess: onClose });
  };
  return (
    <Modal opened onClose={onClose} title="Rename scoring field" centered>
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          data-autofocus
          maxLength={SCORING_NAME_MAX}
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton loading={rename.isPending} disabledReason={disabledReason} onClick={submit}>
            Rename
          </ReasonButton>
        </Group>
      </form>
    </Modal>
  );
}
