import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { actionLabel } from './action-label.ts';
import classes from './audit-trail.module.css';
import { type AuditTrailSearch, isDay, isFiltered } from './audit-trail-search.ts';

const DEBOUNCE_MS = 400;

/** The filters of the trail. Text applies shortly after the last keystroke. */
export function AuditFilters(props: {
  search: AuditTrailSearch;
  /** The actions in the trail. */
  actions: readonly string[];
  onChange: (filters: Omit<AuditTrailSearch, 'page' | 'entry'>) => void;
}) {
  const { search, onChange } = props;
  const { page: _page, entry: _entry, ...filters } = search;
  const selected = search.action ?? '';
  const actions = selected === '' || props.actions.includes(selected) ? props.actions : [selected, ...props.actions];
  return (
    <search className={classes.toolbar} aria-label="Audit trail">
      <FilterText label="Who" value={search.actor ?? ''} onChange={(actor) => onChange({ ...filters, actor })} />
      <NativeSelect
        className={classes.choice}
        size="xs"
        aria-label="Action"
        value={selected}
        data={[
          { value: '', label: 'All actions' },
          ...actions.map((action) => ({ value: action, label: actionLabel(action) })),
        ]}
        onChange={(event) => onChange({ ...filters, action: event.currentTarget.value })}
      />
      <FilterText label="Target" value={search.target ?? ''} onChange={(target) => onChange({ ...filters, target })} />
      <FilterDay label="From" value={search.from ?? ''} onChange={(from) => onChange({ ...filters, from })} />
      <FilterDay label="To" value={search.to ?? ''} onChange={(to) => onChange({ ...filters, to })} />
      {isFiltered(search) && (
        <Button size="xs" variant="subtle" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The typed text until it is applied; a change of the address replaces it. */
function useDraft(value: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const [applied, setApplied] = useState(value);
  if (applied !== value) {
    setApplied(value);
    if (typed.trim() !== value) setTyped(value);
  }
  return [typed, setTyped];
}

function FilterText({ label, value, onChange }: FieldProps) {
  const [typed, setTyped] = useDraft(value);
  const applyDebounced = useDebouncedCallback((next: string) => onChange(next.trim()), DEBOUNCE_MS);
  return (
    <TextInput
      className={classes.text}
      size="xs"
      aria-label={label}
      placeholder={label}
      maxLength={100}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        applyDebounced(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        applyDebounced.cancel();
        onChange(typed.trim());
      }}
    />
  );
}

function FilterDay({ label, value, onChange }: FieldProps) {
  const [typed, setTyped] = useDraft(value);
  return (
    <TextInput
      type="date"
      size="xs"
      aria-label={label}
      leftSection={
        <Text span size="xs">
          {label}
        </Text>
      }
      leftSectionWidth={46}
      value={typed}
      onChange={(event) => {
        const day = event.currentTarget.value;
        setTyped(day);
        // A half-typed year starts with zeros.
        if (day === '' || (isDay(day) && day >= '2000')) onChange(day);
      }}
    />
  );
}
