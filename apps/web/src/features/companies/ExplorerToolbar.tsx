import { ActionIcon, Badge, Button, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { countRules, type FilterGroup } from '@quarry/filters';
import { IconColumns3, IconFilter, IconSearch, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import classes from './companies.module.css';

/** Search box, filters, tag buttons and columns. Search also applies edited filters. */
export function ExplorerToolbar(props: {
  search: string;
  filters: FilterGroup | null;
  isDraftDirty: boolean;
  isFiltersOpen: boolean;
  onSearch: (search: string) => void;
  onToggleFilters: () => void;
  onConfigure: () => void;
  /** A drawer or dialog covers the page and turns its shortcuts off. */
  isCovered: boolean;
  /** Buttons that save the filters. */
  children: ReactNode;
}) {
  const searchBox = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(props.search);
  const [applied, setApplied] = useState(props.search);
  if (applied !== props.search) {
    setApplied(props.search);
    setText(props.search);
  }
  useHotkeys([
    ['/', () => !props.isCovered && searchBox.current?.focus()],
    ['f', () => !props.isCovered && props.onToggleFilters()],
  ]);
  const ruleCount = countRules(props.filters);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSearch(text.trim());
  };
  return (
    <form className={classes.toolbar} role="search" aria-label="Companies" onSubmit={submit}>
      <TextInput
        data-tour="explorer-search"
        ref={searchBox}
        className={classes.search}
        aria-label="Search name or domain"
        placeholder="Search name or domain"
        maxLength={500}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          setText('');
        }}
        rightSection={
          text !== '' && (
            <ActionIcon
              size="sm"
              aria-label="Clear search"
              onClick={() => {
                setText('');
                if (props.search !== '') props.onSearch('');
                searchBox.current?.focus();
              }}
            >
              <IconX size={14} aria-hidden="true" />
            </ActionIcon>
          )
        }
      />
      <Button type="submit">Search</Button>
      <Button
        className={classes.filters}
        data-dirty={props.isDraftDirty || undefined}
        data-tour="explorer-filters"
        variant={props.isFiltersOpen ? 'light' : 'default'}
        aria-expanded={props.isFiltersOpen}
        aria-controls="filter-panel"
        leftSection={<IconFilter size={16} aria-hidden="true" />}
        rightSection={
          ruleCount > 0 ? (
            <Badge size="sm" circle={ruleCount < 10}>
              {ruleCount}
            </Badge>
          ) : null
        }
        title={props.isDraftDirty ? 'Some filters are edited but not applied' : undefined}
        onClick={props.onToggleFilters}
      >
        Filters
      </Button>
      <span className={classes.spring} />
      {props.children}
      <Button
        data-tour="explorer-columns"
        variant="default"
        leftSection={<IconColumns3 size={16} aria-hidden="true" />}
        onClick={props.onConfigure}
      >
        Configure columns
      </Button>
    </form>
  );
}
