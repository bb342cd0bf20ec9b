import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { actionWords } from './action-words.ts';
import classes from './audit-trail.module.css';
import { type AuditTrailSearch, isDay, isFiltered } from './audit-trail-search.ts';

const SEARCH_AFTER_MS = 400;

/** What the trail is narrowed down to. Texts apply a moment after the last key. */
export function AuditFilters(props: {
  search: AuditTrailSearch;
  /** The actions that occur. */
  actions: readonly string[];
  onChange: (filters: Omit<AuditTrailSearch, 'page'>) => void;
}) {
  const { search, onChange } = props;
  const { page: _page, ...filters } = search;
  const chosen = search.action ?? '';
  const actions = chosen === '' || props.actions.includes(chosen) ? props.actions : [chosen, ...props.actions];
  return (
    <search className={classes.toolbar} aria-label="Audit trail">
      <FilterText label="Who" value={search.actor ?? ''} onChange={(actor) => onChange({ ...filters, actor })} />
      <NativeSelect
        className={classes.choice}
        label="Action"
        value={chosen}
        data={[
          { value: '', label: 'Every action' },
          ...actions.map((action) => ({ value: action, label: actionWords(action) })),
        ]}
        onChange={(event) => onChange({ ...filters, action: event.currentTarget.value })}
      />
      <FilterText label="Of what" value={search.target ?? ''} onChange={(target) => onChange({ ...filters, target })} />
      <FilterDay label="From" value={search.from ?? ''} onChange={(from) => onChange({ ...filters, from })} />
      <FilterDay label="To" value={search.to ?? ''} onChange={(to) => onChange({ ...filters, to })} />
      {isFiltered(search) && (
        <Button variant="subtle" onClick={() => onChange({})}>
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

/** What is typed while it is not applied yet; an address that changes by itself replaces it. */
function useTyped(value: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const [applied, setApplied] = useState(value);
  if (applied !== value) {
    setApplied(value);
    if (typed.trim() !== value) setTyped(value);
  }
  return [typed, setTyped];
}

function FilterText({ label, value, onChange }: FieldProps) {
  const [typed, setTyped] = useTyped(value);
  const applyLater = useDebouncedCallback((next: string) => onChange(next.trim()), SEARCH_AFTER_MS);
  return (
    <TextInput
      className={classes.text}
      label={label}
      maxLength={100}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        applyLater(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        applyLater.cancel();
        onChange(typed.trim());
      }}
    />
  );
}

function FilterDay({ label, value, onChange }: FieldProps) {
  const [typed, setTyped] = useTyped(value);
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      onChange={(event) => {
        const day = event.currentTarget.value;
        setTyped(day);
        // A year that is being typed begins with zeros.
        if (day === '' || (isDay(day) && day >= '2000')) onChange(day);
      }}
    />
  );
}
