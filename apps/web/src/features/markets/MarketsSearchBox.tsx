import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { MARKET_NAME_MAX } from '@quarry/contracts';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './markets.module.css';

const SEARCH_AFTER_MS = 500;

/** The search box of the list: searches half a second after the last key, at once with Enter. */
export function MarketsSearchBox(props: { search: string; onSearch: (search: string) => void }) {
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(props.search);
  const [applied, setApplied] = useState(props.search);
  if (applied !== props.search) {
    setApplied(props.search);
    // An address that says the same as the box, but for blanks, is the box's own doing.
    if (text.trim() !== props.search) setText(props.search);
  }
  const searchLater = useDebouncedCallback((wanted: string) => props.onSearch(wanted.trim()), SEARCH_AFTER_MS);
  useHotkeys([['/', () => box.current?.focus()]]);

  function type(next: string) {
    setText(next);
    searchLater(next);
  }
  function searchNow(wanted: string) {
    searchLater.cancel();
    setText(wanted);
    props.onSearch(wanted.trim());
  }
  return (
    <search className={classes.toolbar} aria-label="Markets">
      <TextInput
        ref={box}
        className={classes.search}
        aria-label="Search markets"
        placeholder="Search markets"
        maxLength={MARKET_NAME_MAX}
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
