import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { VIEW_NAME_MAX, type View, type ViewContent } from '@quarry/contracts';
import { type FormEvent, useState } from 'react';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { useSaveView } from './use-save-view.ts';
import { copyName, viewNameProblem } from './view-state.ts';

/** A new view, a copy of one, or another name for one. */
export type ViewNaming =
  | { readonly kind: 'create'; readonly content: ViewContent }
  | { readonly kind: 'duplicate'; readonly view: View }
  | { readonly kind: 'rename'; readonly view: View };

const TITLES = { create: 'Save as view', duplicate: 'Duplicate view', rename: 'Rename view' } as const;
const BUTTONS = { create: 'Save view', duplicate: 'Duplicate', rename: 'Rename' } as const;

/** Asks for a view's name, and for a new one if it is shared; saves it. */
export default function NameView(props: {
  naming: ViewNaming;
  views: readonly View[];
  onSaved: (view: View) => void;
  onClose: () => void;
}) {
  useReturnFocus();
  const { naming, views, onClose } = props;
  const renamed = naming.kind === 'rename' ? naming.view : null;
  const [name, setName] = useState(() =>
    naming.kind === 'create' ? '' : naming.kind === 'rename' ? naming.view.name : copyName(views, naming.view.name),
  );
  const [isShared, setShared] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const saving = useSaveView((view) => {
    onClose();
    props.onSaved(view);
  });
  // Another person's view only shares its name with that person's other views, which the server knows.
  const problem = saving.isTaken
    ? 'View name must be unique'
    : viewNameProblem(renamed?.isOwn === false ? [] : views, name, renamed?.id ?? null);
  const disabledReason = problem ?? (name.trim() === renamed?.name ? 'The name is unchanged' : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (disabledReason !== null || saving.isSaving) return;
    const trimmed = name.trim();
    if (naming.kind === 'rename') {
      saving.save({ kind: 'update', id: naming.view.id, name: trimmed, baseVersion: naming.view.version });
    } else {
      const content = naming.kind === 'create' ? naming.content : contentOfView(naming.view);
      saving.save({ kind: 'create', name: trimmed, isShared, ...content });
    }
  };
  return (
    <Modal opened onClose={onClose} title={TITLES[naming.kind]} centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label="View name"
            maxLength={VIEW_NAME_MAX}
            value={name}
            error={isTouched ? problem : null}
            onChange={(event) => {
              saving.reset();
              setTouched(true);
              setName(event.currentTarget.value);
            }}
          />
          {naming.kind !== 'rename' && (
            <Checkbox
              label="Share with everyone in this account"
              description="Only you and administrators can change it"
              checked={isShared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton loading={saving.isSaving} disabledReason={disabledReason} onClick={submit}>
            {BUTTONS[naming.kind]}
          </ReasonButton>
        </Group>
      </form>
    </Modal>
  );
}

function contentOfView({ filters, search, tab, sortby, sortdirection, columns }: View): ViewContent {
  return { filters, search, tab, sortby, sortdirection, columns };
}
