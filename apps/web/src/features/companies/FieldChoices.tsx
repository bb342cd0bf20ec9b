import { Button, Checkbox, Group, ScrollArea, Text, TextInput } from '@mantine/core';
import type { SchemaField } from '@quarry/contracts';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { groupByBlock } from '../datasets/fields.ts';
import classes from './configure-table.module.css';

/** Every data point with a tick for those that are shown, by block, with a search. */
export function FieldChoices(props: {
  fields: readonly SchemaField[];
  shown: readonly string[];
  /** Whether the dialog begins with the search. */
  hasFocus: boolean;
  onChange: (shown: readonly string[]) => void;
}) {
  const { fields, shown, onChange } = props;
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = fields.filter((field) => field.displayName.toLowerCase().includes(wanted));
  const isShown = new Set(shown);
  const missing = found.map(({ fieldName }) => fieldName).filter((name) => !isShown.has(name));
  return (
    <section className={classes.pane} aria-label="Data points">
      <TextInput
        data-autofocus={props.hasFocus || undefined}
        size="xs"
        aria-label="Search data points"
        placeholder="Search data points"
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Group justify="space-between" my={4} wrap="nowrap">
        <Text size="xs" c="dimmed" role="status">
          {wanted === '' ? `${fields.length} data points` : `${found.length} found`}
        </Text>
        <Group gap={2}>
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={missing.length === 0}
            onClick={() => onChange([...shown, ...missing])}
          >
            Show all
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={!found.some(({ fieldName }) => isShown.has(fieldName))}
            onClick={() => onChange(shown.filter((name) => !found.some(({ fieldName }) => fieldName === name)))}
          >
            Hide all
          </Button>
        </Group>
      </Group>
      <ScrollArea className={classes.list} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': 'Data points' }}>
        {groupByBlock(found).map((group) => (
          <div key={group.title} role="group" aria-label={group.title} className={classes.group}>
            <Text size="xs" fw={600} c="dimmed" aria-hidden="true">
              {group.title}
            </Text>
            {group.fields.map((field) => (
              <Checkbox
                key={field.fieldName}
                size="xs"
                className={classes.choice}
                label={field.displayName}
                checked={isShown.has(field.fieldName)}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked
                      ? [...shown, field.fieldName]
                      : shown.filter((name) => name !== field.fieldName),
                  )
                }
              />
            ))}
          </div>
        ))}
      </ScrollArea>
    </section>
  );
}
