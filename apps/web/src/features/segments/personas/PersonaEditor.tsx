import { Button, Drawer, Group, Stack, TextInput } from '@mantine/core';
import { PERSONA_NAME_MAX } from '@quarry/contracts';
import { IconEye } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { useEscape } from '../../../ui/use-escape.ts';
import { useLeaveBlocker } from '../../../ui/use-leave-blocker.tsx';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { CriteriaGroups } from './CriteriaGroups.tsx';
import { isPersonaDirty, type PersonaDraft, personaProblem } from './persona-draft.ts';
import type { PersonaStore } from './persona-store.ts';
import { SearchOptionsForm } from './SearchOptionsForm.tsx';

const DuplicateName = lazy(() => import('./DuplicateName.tsx'));
const PersonaPreview = lazy(() => import('./PersonaPreview.tsx'));

const SAME_NAME = 'A persona with this name already exists in this segment';

/** Edits a persona beside the page: name, criteria by priority, options. */
export default function PersonaEditor(props: {
  clientName: string;
  store: PersonaStore;
  /** Null for a new one. */
  personaKey: string | null;
  /** What the editor starts with. */
  start: PersonaDraft;
  /** What is saved; null for a new one. */
  base: PersonaDraft | null;
  /** Null while the segment has not been saved. */
  segmentId: string | null;
  /** A search waits or runs, and saving starts it again. */
  isSearching: boolean;
  onClose: () => void;
}) {
  const { store, personaKey, base, segmentId, onClose } = props;
  useReturnFocus();
  const content = useRef<HTMLDivElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(props.start);
  const [nameProblem, setNameProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [duplicateKey, setDuplicateKey] = useState<string | null>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  const isDirty = base === null ? draft.criteriaGroups.length > 0 || draft.name !== '' : isPersonaDirty(draft, base);
  const problem = personaProblem(draft);
  const reason = problem ?? (isDirty ? null : 'Nothing has changed');
  const saved = { ...draft, name: draft.name.trim() };

  async function write(save: () => Promise<void>, failure: string): Promise<boolean> {
    setSaving(true);
    try {
      await save();
      return true;
    } catch (error) {
      notifyError(messageOf(error), { title: failure });
      return false;
    } finally {
      setSaving(false);
    }
  }
  /** Saves, or asks what to do about another persona with the same name. */
  async function save(): Promise<boolean> {
    if (problem !== null) return false;
    let other: string | null = null;
    const isDone = await write(async () => {
      other = await store.findSameName(saved.name, personaKey);
      if (other === null) await (personaKey === null ? store.add(saved) : store.replace(personaKey, saved));
    }, 'Persona save failed');
    if (other === null) return isDone;
    setNameProblem(SAME_NAME);
    setDuplicateKey(other);
    return false;
  }
  async function checkName() {
    if (saved.name === '') return;
    try {
      setNameProblem((await store.findSameName(saved.name, personaKey)) === null ? null : SAME_NAME);
    } catch (error) {
      // Saving checks it again and reports the failure.
      console.debug('The name of the persona could not be checked', error);
    }
  }
  const leave = useLeaveBlocker({ isDirty: isDirty && !isSaving, ...(problem === null ? { onSave: save } : {}) });
  const close = () => leave.guard(onClose);
  useEscape(content, close);
  return (
    <Drawer
      opened
      onClose={close}
      closeOnEscape={false}
      size={720}
      title={base === null ? 'Add persona' : `Edit persona ${base.name}`}
    >
      <Stack ref={content} gap="md">
        <TextInput
          ref={nameField}
          label="Name"
          data-autofocus
          autoComplete="off"
          maxLength={PERSONA_NAME_MAX}
          value={draft.name}
          error={nameProblem}
          onChange={(event) => {
            setNameProblem(null);
            setDraft({ ...draft, name: event.currentTarget.value });
          }}
          onBlur={() => void checkName()}
        />
        <CriteriaGroups
          groups={draft.criteriaGroups}
          onChange={(criteriaGroups) => setDraft({ ...draft, criteriaGroups })}
        />
        <SearchOptionsForm
          value={draft.searchOptions}
          onChange={(searchOptions) => setDraft({ ...draft, searchOptions })}
        />
        <Group justify="space-between">
          <ReasonButton
            variant="default"
            leftSection={<IconEye size={16} aria-hidden="true" />}
            disabledReason={
              segmentId === null
                ? 'Save the segment first: the preview looks at its companies'
                : draft.criteriaGroups.length === 0
                  ? 'Add criteria first'
                  : null
            }
            onClick={() => setPreviewing(true)}
          >
            Preview
          </ReasonButton>
          <Group gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <ReasonButton
              loading={isSaving}
              disabledReason={reason}
              onClick={() => void save().then((isSaved) => isSaved && onClose())}
            >
              {props.isSearching ? 'Save and search again' : 'Save persona'}
            </ReasonButton>
          </Group>
        </Group>
      </Stack>
      {leave.dialog}
      <Suspense fallback={null}>
        {isPreviewing && segmentId !== null && (
          <PersonaPreview
            clientName={props.clientName}
            segmentId={segmentId}
            criteriaGroups={draft.criteriaGroups}
            onClose={() => setPreviewing(false)}
          />
        )}
        {duplicateKey !== null && (
          <DuplicateName
            name={saved.name}
            isBusy={isSaving}
            onOverwrite={() => {
              void write(() => store.replace(duplicateKey, saved), 'Persona overwrite failed').then((isSaved) => {
                setDuplicateKey(null);
                if (!isSaved) return;
                notifySuccess(`Persona ${saved.name} overwritten`);
                onClose();
              });
            }}
            onClose={() => {
              setDuplicateKey(null);
              nameField.current?.focus();
            }}
          />
        )}
      </Suspense>
    </Drawer>
  );
}
