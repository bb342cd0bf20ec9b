import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { capitalise } from '../lib/format.ts';
import classes from './list-page.module.css';

/**
 * The search box above a list; `noun` is plural, e.g. "markets". "/" focuses it, Escape clears it. It searches
 * `delayMs` after the last key, or at once on Enter.
 */
export function SearchField(props: {
  noun: string;
  maxLength: number;
  search: string;
  onSearch: (search: string) => void;
  delayMs?: number;
}) {
  const { noun, search, onSearch, delayMs = 0 } = props;
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search);
  const [applied, setApplied] = useState(search);
  const searchLater = useDebouncedCallback((query: string) => onSearch(query.trim()), delayMs);
  useHotkeys([['/', () => box.current?.focus()]]);
  if (applied !== search) {
    setApplied(search);
    // While people type, the URL follows the box. Once the two agree, the box follows the URL.
    if (text.trim() === applied) setText(search);
  }

  function searchNow(query: string) {
    searchLater.cancel();
    setText(query);
    onSearch(query.trim());
  }
  function onType(query: string) {
    if (delayMs === 0) return searchNow(query);
    setText(query);
    searchLater(query);
  }
  return (
    <search className={classes.toolbar} aria-label={capitalise(noun)}>
      <TextInput
        ref={box}
        className={classes.search}
        aria-label={`Search ${noun}`}
        placeholder={`Search ${noun}`}
        maxLength={props.maxLength}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') searchNow(text);
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          searchNow('');
        }}
        rightSection={
          text !== '' && (
            <ActionIcon
              size="sm"
              aria-label="Clear search"
              onClick={() => {
                searchNow('');
                box.current?.focus();
              }}
            >
              <IconX size={14} aria-hidden="true" />
            </ActionIcon>
          )
        }
      />
    </search>
  );
}
