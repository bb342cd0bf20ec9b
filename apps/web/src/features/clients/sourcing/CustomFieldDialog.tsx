import { Button, Group, Modal, NativeSelect, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { CUSTOM_FIELD_TYPES, type CustomDataField } from '@quarry/contracts';
import { useState } from 'react';

/** Adds a custom field, or edits one, whose name stays. */
export default function CustomFieldDialog(props: {
  /** Null for a new one. */
  field: CustomDataField | null;
  /** The names that a new one cannot have. */
  taken: readonly string[];
  onSave: (field: CustomDataField) => void;
  onClose: () => void;
}) {
  const { field, taken } = props;
  const [draft, setDraft] = useState<CustomDataField>(
    field ?? { name: '', displayName: '', type: 'String', description: '' },
  );
  const [isExpression, setExpression] = useState(field?.expressionSql != null);
  const [isAttempted, setAttempted] = useState(false);
  const name = draft.name.trim();
  const nameProblem =
    name === ''
      ? 'A name is required'
      : field === null && taken.includes(name)
        ? 'Cant add field with name that already exists'
        : null;
  const isSqlMissing = isExpression && (draft.expressionSql ?? '').trim() === '';
  const set = (changes: Partial<CustomDataField>) => setDraft((now) => ({ ...now, ...changes }));
  function save() {
    setAttempted(true);
    if (nameProblem !== null || isSqlMissing) return;
    const { expressionSql, fromField, ...rest } = draft;
    props.onSave({
      ...rest,
      name,
      ...(isExpression ? { expressionSql: expressionSql ?? '' } : { fromField: fromField?.trim() || name }),
    });
  }
  return (
    <Modal opened onClose={props.onClose} title={field === null ? 'Add custom field' : 'Edit custom field'} centered>
      <Stack gap="sm">
        <TextInput
          label="Name"
          withAsterisk
          data-autofocus
          readOnly={field !== null}
          autoComplete="off"
          maxLength={63}
          value={draft.name}
          error={isAttempted || nameProblem?.startsWith('Cant') === true ? nameProblem : null}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Display name"
          maxLength={255}
          value={draft.displayName}
          onChange={(event) => set({ displayName: event.currentTarget.value })}
        />
        <NativeSelect
          label="Type"
          value={draft.type}
          data={[...CUSTOM_FIELD_TYPES]}
          onChange={(event) => {
            const type = CUSTOM_FIELD_TYPES.find((known) => known === event.currentTarget.value);
            if (type !== undefined) set({ type });
          }}
        />
        <Textarea
          label="Description"
          maxLength={2000}
          value={draft.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <SegmentedControl
          aria-label="Where its values come from"
          data={[
            { value: 'upload', label: 'Upload' },
            { value: 'sql', label: 'SQL' },
          ]}
          value={isExpression ? 'sql' : 'upload'}
          onChange={(value) => setExpression(value === 'sql')}
        />
        {isExpression ? (
          <Textarea
            label="Expression SQL"
            withAsterisk
            description="Computed by each build from the data points of a company, by their external names"
            maxLength={10_000}
            autosize
            minRows={3}
            value={draft.expressionSql ?? ''}
            error={isAttempted && isSqlMissing ? 'The expression SQL is missing' : null}
            onChange={(event) => set({ expressionSql: event.currentTarget.value })}
          />
        ) : (
          <TextInput
            label="From field"
            description="The column of the upload; the name by default"
            placeholder={name}
            maxLength={200}
            value={draft.fromField ?? ''}
            onChange={(event) => set({ fromField: event.currentTarget.value })}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button onClick={save}>{field === null ? 'Add' : 'Save'}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
