import { ActionIcon, Badge, Button, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { countRules, type FilterGroup } from '@quarry/filters';
import { IconFilter, IconSearch, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import classes from './companies.module.css';

/** The wait after the last letter before the search follows. */
const TYPING_MS = 300;

/** Search box and filters. Rows follow what is typed; Enter and the button search at once and apply edited filters. */
export function ExplorerToolbar(props: {
  search: string;
  filters: FilterGroup | null;
  isDraftDirty: boolean;
  isFiltersOpen: boolean;
  onSearch: (search: string) => void;
  /** Called as the person types. */
  onType: (search: string) => void;
  onToggleFilters: () => void;
  /** A drawer or dialog covers the page and turns its shortcuts off. */
  isCovered: boolean;
  /** The filters in use, tabs and views. */
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
  const followTyping = useDebouncedCallback((typed: string) => props.onType(typed.trim()), TYPING_MS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    followTyping.cancel();
    props.onSearch(text.trim());
  };
  return (
    <div className={classes.toolbar}>
      <form className={classes.search} role="search" aria-label="Companies" onSubmit={submit}>
        <TextInput
          data-tour="explorer-search"
          ref={searchBox}
          size="xs"
          aria-label="Search name or domain"
          placeholder="Search name or domain"
          maxLength={500}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            followTyping(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || text === '') return;
            event.preventDefault();
            setText('');
            followTyping('');
          }}
          rightSectionWidth={text === '' ? 64 : 88}
          rightSection={
            <>
              {text !== '' && (
                <ActionIcon
                  size={24}
                  aria-label="Clear search"
                  onClick={() => {
                    followTyping.cancel();
                    setText('');
                    if (props.search !== '') props.onSearch('');
                    searchBox.current?.focus();
                  }}
                >
                  <IconX size={14} aria-hidden="true" />
                </ActionIcon>
              )}
              <Button type="submit" variant="subtle" size="compact-xs" mih={24}>
                Search
              </Button>
            </>
          }
        />
      </form>
      <Button
        className={classes.filters}
        data-dirty={props.isDraftDirty || undefined}
        data-tour="explorer-filters"
        size="xs"
        variant={props.isFiltersOpen ? 'light' : 'subtle'}
        color={props.isFiltersOpen ? undefined : 'gray'}
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
      {props.children}
    </div>
  );
}
