import { Button, Select } from '@mantine/core';
import type { ExternalField, SchemaField } from '@quarry/contracts';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './mapping.module.css';
import { choicesFor } from './mapping-rows.ts';

/** The CRM's field of a mapping. The list is made when it is opened, because a CRM can have a thousand fields. */
export function MappingTarget(props: {
  field: SchemaField;
  /** Null while it is not mapped. */
  value: string | null;
  externalFields: readonly ExternalField[];
  onChange: (externalName: string | null) => void;
}) {
  const { field, value, externalFields, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const label = `CRM field of ${field.displayName}`;
  const shown = externalFields.find(({ id }) => id === value)?.label ?? value;
  function close() {
    setOpen(false);
    // The button is back after this render.
    window.setTimeout(() => button.current?.focus());
  }
  if (!isOpen) {
    return (
      <Button
        ref={button}
        fullWidth
        size="xs"
        variant="default"
        justify="space-between"
        aria-label={`${label}: ${shown ?? 'not mapped'}`}
        rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        classNames={{ label: shown === null ? classes.unmapped : classes.mapped }}
        onClick={() => setOpen(true)}
      >
        {shown ?? 'Not mapped'}
      </Button>
    );
  }
  const choices = choicesFor(field, externalFields);
  return (
    <Select
      autoFocus
      size="xs"
      aria-label={label}
      placeholder="Search fields"
      searchable
      defaultDropdownOpened
      limit={200}
      data={[
        ...(value === null ? [] : [{ value: '', label: 'Not mapped' }]),
        ...(value === null || choices.some((choice) => choice.value === value) ? [] : [{ value, label: value }]),
        ...choices,
      ]}
      value={value}
      nothingFoundMessage="No fields match"
      onChange={(chosen) => {
        if (chosen !== null && chosen !== value) onChange(chosen === '' ? null : chosen);
        close();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
      onBlur={() => setOpen(false)}
    />
  );
}
