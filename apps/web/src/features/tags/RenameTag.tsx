import { Button, Group, Modal } from '@mantine/core';
import type { Tag } from '@quarry/contracts';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { TagNameInput, tagNameProblem } from './TagNameInput.tsx';
import { useSaveTag } from './use-save-tag.ts';

/** Renames a tag; keeps its filters and companies. */
export default function RenameTag(props: { tag: Tag; tags: readonly Tag[]; onClose: () => void }) {
  useReturnFocus();
  const { tag, tags, onClose } = props;
  const { clientName } = useClient();
  const [name, setName] = useState(tag.name);
  const saving = useSaveTag(clientName, { linksToList: false, onSaved: onClose });
  const problem = saving.isTaken ? 'Tag name must be unique' : tagNameProblem(tags, name, tag.id);
  const disabledReason = problem ?? (name.trim() === tag.name ? 'The name is unchanged' : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (disabledReason === null && !saving.isSaving) saving.save({ tagId: tag.id, name: name.trim() });
  };
  return (
    <Modal opened onClose={onClose} title="Rename Tag" centered>
      <form onSubmit={submit} noValidate>
        <TagNameInput
          value={name}
          error={problem}
          onChange={(next) => {
            saving.reset();
            setName(next);
          }}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton loading={saving.isSaving} disabledReason={disabledReason} onClick={submit}>
            Rename
          </ReasonButton>
        </Group>
      </form>
    </Modal>
  );
}
