import { ActionIcon, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './list-page.module.css';

/** The search box above a list of `what`, e.g. "markets": reached with "/", emptied with Escape or its button. */
export function SearchField(props: {
  what: string;
  maxLength: number;
  value: string;
  onType: (text: string) => void;
  onClear: () => void;
  onEnter?: () => void;
}) {
  const { what, maxLength, value, onType, onClear, onEnter } = props;
  const box = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => box.current?.focus()]]);
  return (
    <search className={classes.toolbar} aria-label={what.charAt(0).toUpperCase() + what.slice(1)}>
      <TextInput
        ref={box}
        className={classes.search}
        aria-label={`Search ${what}`}
        placeholder={`Search ${what}`}
        maxLength={maxLength}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.();
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onClear();
        }}
        rightSection={
          value !== '' && (
            <ActionIcon
              size="sm"
              aria-label="Clear search"
              onClick={() => {
                onClear();
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
