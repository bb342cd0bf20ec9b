import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './list-page.module.css';

/**
 * The search box above a list of `what`, e.g. "markets": focused with "/", cleared with Escape or its button. It
 * searches while people type, `delayMs` after the last key; Enter searches at once.
 */
export function SearchField(props: {
  what: string;
  maxLength: number;
  search: string;
  onSearch: (search: string) => void;
  delayMs?: number;
}) {
  const { what, search, onSearch, delayMs = 0 } = props;
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search);
  const [applied, setApplied] = useState(search);
  const searchLater = useDebouncedCallback((wanted: string) => onSearch(wanted.trim()), delayMs);
  useHotkeys([['/', () => box.current?.focus()]]);
  if (applied !== search) {
    setApplied(search);
    // While people type, the address follows the box. Once the two agree, the box follows the address.
    if (text.trim() === applied) setText(search);
  }

  function searchNow(wanted: string) {
    searchLater.cancel();
    setText(wanted);
    onSearch(wanted.trim());
  }
  function type(wanted: string) {
    if (delayMs === 0) return searchNow(wanted);
    setText(wanted);
    searchLater(wanted);
  }
  return (
    <search className={classes.toolbar} aria-label={what.charAt(0).toUpperCase() + what.slice(1)}>
      <TextInput
        ref={box}
        className={classes.search}
        aria-label={`Search ${what}`}
        placeholder={`Search ${what}`}
        maxLength={props.maxLength}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
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
