import { Button, Checkbox, Group, ScrollArea, Text, TextInput } from '@mantine/core';
import type { SchemaField } from '@quarry/contracts';
import { IconSearch } from '@tabler/icons-react';
import { type Dispatch, memo, type SetStateAction, useDeferredValue, useState } from 'react';
import { groupByBlock } from '../datasets/fields.ts';
import classes from './configure-table.module.css';

/** A searchable checklist of all data points, grouped by data block. */
export function FieldChoices(props: {
  fields: readonly SchemaField[];
  visible: readonly string[];
  /** Focuses the search when the dialog opens. */
  hasInitialFocus: boolean;
  onChange: Dispatch<SetStateAction<readonly string[]>>;
}) {
  const { fields, visible, onChange } = props;
  const [search, setSearch] = useState('');
  // The dialog is shown first, its long list right after.
  const isListed = useDeferredValue(true, false);
  const searchText = search.trim().toLowerCase();
  const found = fields.filter((field) => field.displayName.toLowerCase().includes(searchText));
  const visibleNames = new Set(visible);
  const hidden = found.map(({ fieldName }) => fieldName).filter((name) => !visibleNames.has(name));
  return (
    <section className={classes.pane} aria-label="Data points">
      <TextInput
        data-autofocus={props.hasInitialFocus || undefined}
        size="xs"
        aria-label="Search data points"
        placeholder="Search data points"
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Group justify="space-between" my={4} wrap="nowrap">
        <Text size="xs" c="dimmed" role="status">
          {searchText === '' ? `${fields.length} data points` : `${found.length} found`}
        </Text>
        <Group gap={2}>
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={hidden.length === 0}
            onClick={() => onChange([...visible, ...hidden])}
          >
            Show all
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={!found.some(({ fieldName }) => visibleNames.has(fieldName))}
            onClick={() => onChange(visible.filter((name) => !found.some(({ fieldName }) => fieldName === name)))}
          >
            Hide all
          </Button>
        </Group>
      </Group>
      <ScrollArea className={classes.list} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': 'Data points' }}>
        {(isListed ? groupByBlock(found) : []).map((group) => (
          <div key={group.title} role="group" aria-label={group.title} className={classes.group}>
            <Text size="xs" fw={600} c="dimmed" aria-hidden="true">
              {group.title}
            </Text>
            {group.fields.map((field) => (
              <FieldChoice
                key={field.fieldName}
                fieldName={field.fieldName}
                label={field.displayName}
                isVisible={visibleNames.has(field.fieldName)}
                onChange={onChange}
              />
            ))}
          </div>
        ))}
      </ScrollArea>
    </section>
  );
}

/** Kept as it is while others change: a ticked box must answer at once among hundreds. */
const FieldChoice = memo(function FieldChoice(props: {
  fieldName: string;
  label: string;
  isVisible: boolean;
  onChange: Dispatch<SetStateAction<readonly string[]>>;
}) {
  const { fieldName, label, isVisible, onChange } = props;
  return (
    <Checkbox
      size="xs"
      className={classes.choice}
      label={label}
      checked={isVisible}
      onChange={() =>
        onChange((visible) => (isVisible ? visible.filter((name) => name !== fieldName) : [...visible, fieldName]))
      }
    />
  );
});
