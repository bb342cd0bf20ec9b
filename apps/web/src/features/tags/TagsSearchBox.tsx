import { ActionIcon, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { TAG_NAME_MAX } from '@quarry/contracts';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './tags.module.css';

/** The search box of the list: narrows it with every key. */
export function TagsSearchBox(props: { search: string; onSearch: (search: string) => void }) {
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(props.search);
  const [applied, setApplied] = useState(props.search);
  if (applied !== props.search) {
    setApplied(props.search);
    // What is typed is on its way into the address; only an address that says something else changes the box.
    if (props.search === '' && text.trim() === applied) setText('');
  }
  useHotkeys([['/', () => box.current?.focus()]]);

  function type(next: string) {
    setText(next);
    props.onSearch(next.trim());
  }
  return (
    <search className={classes.toolbar} aria-label="Tags">
      <TextInput
        ref={box}
        className={classes.search}
        aria-label="Search tags"
        placeholder="Search tags"
        maxLength={TAG_NAME_MAX}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          type('');
        }}
        rightSection={
          text !== '' && (
            <ActionIcon
              size="sm"
              aria-label="Clear search"
              onClick={() => {
                type('');
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
