import { Button, Input, Pill, PillsInput, Text } from '@mantine/core';
import { KEYWORD_LIMITS } from '@quarry/filters';
import { type ClipboardEvent, type KeyboardEvent, lazy, Suspense, useId, useState } from 'react';
import { ListPills } from '../../ui/filter-builder/ListPills.tsx';
import { splitLines } from '../../ui/filter-builder/text-list.ts';
import classes from './data-blocks.module.css';
import { KeywordHelp } from './KeywordHelp.tsx';
import { addKeywords } from './keyword-list.ts';

const ListAsText = lazy(() => import('../../ui/filter-builder/ListAsText.tsx'));

/** Edits keywords as chips: type one and press Enter, paste one per line, or edit them as text. */
export function KeywordList(props: {
  label: string;
  description: string;
  value: readonly string[];
  onChange: (keywords: string[]) => void;
  error: string | null;
}) {
  const { label, value, onChange } = props;
  const id = useId();
  const [search, setSearch] = useState('');
  const [isTextMode, setTextMode] = useState(false);
  const [droppedCount, setDroppedCount] = useState(0);

  function addTo(keywords: readonly string[], texts: readonly string[]) {
    const added = addKeywords(keywords, texts);
    setDroppedCount(added.droppedCount);
    onChange(added.keywords);
  }
  function add(texts: readonly string[]) {
    addTo(value, texts);
    setSearch('');
  }
  function remove(keyword: string) {
    setDroppedCount(0);
    onChange(value.filter((old) => old !== keyword));
  }
  function onPaste(event: ClipboardEvent) {
    const lines = splitLines(event.clipboardData.getData('text'));
    if (lines.length < 2) return;
    event.preventDefault();
    add(lines);
  }
  function onKeyDown(event: KeyboardEvent) {
    const last = value.at(-1);
    if (event.key === 'Enter') {
      event.preventDefault();
      add([search]);
    }
    if (event.key === 'Escape') setSearch('');
    if (event.key === 'Backspace' && search === '' && last !== undefined) remove(last);
  }
  return (
    <Input.Wrapper
      id={id}
      labelElement="div"
      classNames={{ label: classes.wideLabel }}
      label={
        <>
          {label} <KeywordHelp label={label} />
          <span className={classes.listTools}>
            {value.length > 0 && `${value.length}/${KEYWORD_LIMITS.perList}`}
            {!isTextMode && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Edit as text: ${label}`}
                onClick={() => setTextMode(true)}
              >
                Edit as text
              </Button>
            )}
          </span>
        </>
      }
      description={props.description}
      inputWrapperOrder={['label', 'description', 'error', 'input']}
      error={props.error}
    >
      <Text id={`${id}-notice`} size="xs" c="var(--mantine-color-error)" role="status">
        {droppedCount > 0 &&
          `A list holds at most ${KEYWORD_LIMITS.perList} keywords: ${droppedCount === 1 ? 'one was' : `${droppedCount} were`} left out`}
      </Text>
      {isTextMode ? (
        <Suspense>
          <ListAsText
            label={label}
            value={value}
            nameOf={identity}
            onChange={(lines) => addTo([], lines)}
            onDone={() => setTextMode(false)}
          />
        </Suspense>
      ) : (
        <PillsInput size="sm" mt={4} error={props.error !== null}>
          <Pill.Group>
            <ListPills value={value} nameOf={identity} onRemove={remove} onShowAll={() => setTextMode(true)} />
            <PillsInput.Field
              aria-label={label}
              miw={value.length === 0 ? 100 : 40}
              aria-describedby={`${id}-description ${id}-notice`}
              aria-invalid={props.error !== null}
              autoComplete="off"
              data-pending={search.trim() !== '' || undefined}
              placeholder={value.length === 0 ? 'Type a keyword and press Enter, or paste a list' : ''}
              maxLength={KEYWORD_LIMITS.length}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              onBlur={() => {
                if (search.trim() !== '') add([search]);
              }}
              onPaste={onPaste}
              onKeyDown={onKeyDown}
            />
          </Pill.Group>
        </PillsInput>
      )}
    </Input.Wrapper>
  );
}

function identity(value: string): string {
  return value;
}
